import { dayNumber } from '#contract/time.ts';
import { CONVERSION, TENTHS } from '#contract/units.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';

/** A known reading, in tenths of the vehicle's unit. */
export interface Reading {
  performedOn: string;
  reading: number;
}

/** A saved reading; ids grow in the order in which entries are made. */
export interface Point extends Reading {
  id: number;
  /** 1 if the owner has confirmed it. */
  isRight: 0 | 1;
  /** Whether it is the mileage of the details. */
  isDetails?: boolean | undefined;
}

/** What the usual growth of a reading depends on. */
export interface Meter {
  vehicleType: VehicleType;
  unit: ReadingUnit;
}

/** Why a reading needs confirmation: it is too high or too low beside a neighbour, or earlier than the vehicle. */
export type DoubtReason = 'higher' | 'lower' | 'beforeYear';

/** The last reading on or before a day, and the first one after it. */
export interface Neighbours {
  before: Reading | null;
  after: Reading | null;
}

/** Kilometres or hours. */
interface Growth {
  /** Allowed growth on the same day. */
  atOnce: number;
  /** Additional allowed growth per day. */
  daily: number;
}

const KM: Growth = { atOnce: 1_500, daily: 400 };
/** For vehicles in commercial use. */
const COMMERCIAL_KM: Growth = { atOnce: 1_500, daily: 1_000 };
const HOURS: Growth = { atOnce: 24, daily: 12 };

const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** By day and, on the same day, by reading: within a day nothing goes back. */
export const byDayAndReading = (a: Reading, b: Reading): number =>
  a.performedOn === b.performedOn ? a.reading - b.reading : a.performedOn < b.performedOn ? -1 : 1;

/** `earlier` precedes `later` in the order of `byDayAndReading`. The growth is far above normal use, but an extra digit exceeds it. */
function growsUsually(earlier: Reading, later: Reading, { vehicleType, unit }: Meter): boolean {
  const growth = (later.reading - earlier.reading) / TENTHS;
  const commercial = vehicleType === 'truck' || vehicleType === 'bus' ? COMMERCIAL_KM : KM;
  const { atOnce, daily } = unit === 'h' ? HOURS : commercial;
  const { times, by } = unit === 'mi' ? CONVERSION.mi : { times: 1, by: 1 };
  const allowed = (days: number): number => ((atOnce + daily * days) * times) / by;
  // Most readings need no calculation with days.
  return growth <= allowed(0) || growth <= allowed(daysBetween(earlier.performedOn, later.performedOn));
}

/** Two neighbours in conflict: the reading goes back, or it grows by more than is usual. `earlier` precedes `later`. */
export function conflictOf(earlier: Reading, later: Reading, meter: Meter): 'back' | 'jump' | undefined {
  if (later.reading < earlier.reading) return 'back';
  return growsUsually(earlier, later, meter) ? undefined : 'jump';
}

/**
 * The doubts about one reading beside its neighbours, before it is saved. A reading of 0 is unknown and raises none. On one day readings are
 * in any order, unless the neighbours are in that of the odometers (`areInOrder`).
 */
export function reasonsOf(
  entry: Reading,
  { before, after }: Neighbours,
  vehicle: Meter & { year: number },
  areInOrder = false,
): DoubtReason[] {
  const { reading, performedOn } = entry;
  const isYear = vehicle.unit === 'year';
  const reasons = new Set<DoubtReason>();
  for (const neighbour of isYear || reading === 0 ? [] : [before, after]) {
    if (!neighbour || neighbour.reading === 0) continue;
    const isEarlier = areInOrder ? neighbour === before : byDayAndReading(neighbour, entry) <= 0;
    const [earlier, later] = isEarlier ? [neighbour, entry] : [entry, neighbour];
    if (conflictOf(earlier, later, vehicle)) reasons.add(reading < neighbour.reading ? 'lower' : 'higher');
  }
  const isTooEarly = Number(performedOn.slice(0, 4)) < vehicle.year || (isYear && reading > 0 && reading / TENTHS < vehicle.year);
  if (isTooEarly) reasons.add('beforeYear');
  return [...reasons];
}

/** The day on which readings go back at a doubtful one; null if they grow by more than is usual. */
export type GoesBackOn = string | null;

export interface Settled<P extends Point> {
  /** All readings in their order, of those from the details only the sound ones. */
  ordered: readonly P[];
  /** Those that are not doubtful; they go back only to a confirmed one. */
  sound: P[];
  /** The doubtful ones by id. */
  doubts: Map<number, GoesBackOn>;
}

/** A conflict that the owner has not answered: a confirmed reading may be lower than the one before it, and grow by any amount. */
function openConflictOf(earlier: Point, later: Point, meter: Meter): ReturnType<typeof conflictOf> {
  const conflict = conflictOf(earlier, later, meter);
  return later.isRight || (conflict === 'jump' && earlier.isRight) ? undefined : conflict;
}

/**
 * Finds the doubtful ones among readings in their order. A mileage of the details makes no reading doubtful: it counts only where it is in
 * conflict with no other sound one, and is left out otherwise.
 */
export function settledInOrder<P extends Point>(ordered: readonly P[], meter: Meter): Settled<P> {
  if (!ordered.some(({ isDetails }) => isDetails)) return settledTyped(ordered, meter);
  const typed = settledTyped(
    ordered.filter(({ isDetails }) => !isDetails),
    meter,
  );
  const sound: P[] = [];
  const left: P[] = [];
  let next = 0;
  for (const point of ordered) {
    const [before, after] = [sound.at(-1), typed.sound[next]];
    if (point.isDetails && ((before && conflictOf(before, point, meter)) || (after && conflictOf(point, after, meter)))) continue;
    left.push(point);
    if (point.isDetails || point === after) sound.push(point);
    if (point === after) next++;
  }
  return { ...typed, sound, ordered: left };
}

/**
 * Finds the doubtful ones among readings in their order, counted on over replaced odometers. Of two neighbours in conflict the doubtful one
 * is that which also conflicts with its other neighbour; if neither does, the one entered later. A confirmed one is not doubtful. Conflicts
 * are settled from the oldest on, each among the readings that are left, so the earlier of two never conflicts with the one before it.
 */
function settledTyped<P extends Point>(ordered: readonly P[], meter: Meter): Settled<P> {
  const sound: P[] = [];
  const doubts = new Map<number, GoesBackOn>();
  for (const [index, point] of ordered.entries()) {
    const next = ordered[index + 1];
    let last = sound.at(-1);
    let conflict = last && openConflictOf(last, point, meter);
    while (last && conflict) {
      const isLast = !last.isRight && last.id > point.id && !(next && conflictOf(point, next, meter));
      doubts.set(isLast ? last.id : point.id, conflict === 'back' ? point.performedOn : null);
      if (!isLast) break;
      sound.pop();
      last = sound.at(-1);
      conflict = last && openConflictOf(last, point, meter);
    }
    if (!conflict) sound.push(point);
  }
  return { ordered, sound, doubts };
}
