import { byDayAndReading, conflictOf, type Meter, type Point, type Settled, settledInOrder } from './doubt.rules.ts';

/** A replaced odometer. */
export interface Reset {
  /** The last value of the old odometer, in tenths; null if it is not known. */
  oldReading: number | null;
}

/** A saved reading as the odometer shows it. */
export interface ShownPoint extends Point {
  /** Of the first reading of a new odometer. */
  reset?: Reset | undefined;
}

/** A saved reading whose `reading` is counted on over replaced odometers. */
export interface CountedPoint extends ShownPoint {
  /** Number of odometers replaced before it. */
  segment: number;
  /** As the odometer shows it. */
  shown: number;
}

type FirstPoint = ShownPoint & { reset: Reset };

/** The odometers that were replaced on one day, in the order in which they were entered. */
type Day = readonly [FirstPoint, ...FirstPoint[]];

/** Others are mileages of the details, which say nothing about another reading. */
const isTyped = ({ isDetails }: Point): boolean => !isDetails;

const inOrder = (a: Point, b: Point): number => byDayAndReading(a, b) || a.id - b.id;

/** All readings of a vehicle by day, odometer and reading; that with which an odometer begins is its first one. */
export function counted(points: readonly ShownPoint[], meter: Meter): CountedPoint[] {
  let offset = 0;
  const parts = segmentsOf(points, meter);
  return parts.flatMap((part, segment) => {
    const reset = segment === 0 ? undefined : part[0]?.reset;
    const first = part[0]?.reading ?? 0;
    // If nothing is known of the old odometer, it adds nothing.
    if (reset) offset += (reset.oldReading ?? highestOf(parts[segment - 1] ?? [], meter) ?? first) - first;
    return part.map((point) => ({ ...point, shown: point.reading, reading: offset + point.reading, segment }));
  });
}

/** The doubtful readings of a vehicle (`settledInOrder`), counted on over replaced odometers. */
export const settled = (points: readonly ShownPoint[], meter: Meter): Settled<CountedPoint> =>
  settledInOrder(counted(points, meter), meter);

/** The highest one that is not doubtful among the readings of one odometer. */
function highestOf(part: readonly ShownPoint[], meter: Meter): number | undefined {
  const readings = settledInOrder(part, meter).sound.map(({ reading }) => reading);
  return readings.length === 0 ? undefined : readings.reduce((highest, reading) => Math.max(highest, reading));
}

/** The readings of each odometer in their order, those that are not the first ones without a new odometer. */
function segmentsOf(points: readonly ShownPoint[], meter: Meter): ShownPoint[][] {
  const resets = points.filter((point): point is FirstPoint => point.reset !== undefined);
  const others = points.filter(({ reset }) => reset === undefined).sort(inOrder);
  const byDay = [...Map.groupBy(resets, ({ performedOn }) => performedOn)].sort(([a], [b]) => (a < b ? -1 : 1));
  const days = byDay.map(([, ofDay]) => ofDay.sort((a, b) => a.id - b.id) as unknown as Day);
  const segments: ShownPoint[][] = [];
  let current: ShownPoint[] = [];
  let index = 0;
  const take = (isTaken: (point: ShownPoint) => boolean): ShownPoint[] => {
    const start = index;
    while (index < others.length && isTaken(others[index] as ShownPoint)) index++;
    return others.slice(start, index);
  };
  for (const [at, day] of days.entries()) {
    const on = day[0].performedOn;
    current.push(...take(({ performedOn }) => performedOn < on));
    const before = settledInOrder(current.filter(isTyped), meter).sound.at(-1);
    const ofDay = take(({ performedOn }) => performedOn === on);
    const next = others.slice(index).find(isTyped);
    const until = days[at + 1]?.[0].performedOn;
    const after = next && (until === undefined || next.performedOn < until) ? next : undefined;
    const isOld = (point: ShownPoint): boolean => isOfOldOdometer(point, day, { before, after }, meter);
    segments.push([...current, ...ofDay.filter(isOld)], ...day.slice(0, -1).map((reset) => [reset]));
    current = [day.at(-1) as FirstPoint, ...ofDay.filter((point) => !isOld(point))];
  }
  return [...segments, [...current, ...others.slice(index)]];
}

/**
 * Whether a reading of the day on which odometers were replaced is that of the old one: if it is not doubtful there, but would be on the new
 * one. The odometers between the first and the last one of a day have no other readings.
 */
function isOfOldOdometer(
  point: ShownPoint,
  day: Day,
  { before, after }: { before: Point | undefined; after: Point | undefined },
  meter: Meter,
): boolean {
  const [{ performedOn, reset }] = day;
  const { oldReading } = reset;
  const isAfterOld = before !== undefined && conflictOf(before, point, meter) !== undefined;
  const isBeyondOld = oldReading !== null && conflictOf(point, { performedOn, reading: oldReading }, meter) !== undefined;
  const fitsNew = !conflictOf(day.at(-1) as FirstPoint, point, meter) && !(after && conflictOf(point, after, meter));
  return !isAfterOld && !isBeyondOld && !fitsNew;
}

/** The highest reading of the last odometer that is not doubtful, as it shows it, and the reading with which it begins. */
export function lastOdometer(points: readonly ShownPoint[], meter: Meter): { highest: CountedPoint; first: CountedPoint } | undefined {
  const { ordered, sound } = settled(points, meter);
  const segment = ordered.at(-1)?.segment;
  const first = ordered.find((point) => point.segment === segment);
  if (!first) return undefined;
  const ofLast = sound.filter((point) => point.segment === segment);
  return { first, highest: ofLast.reduce((highest, point) => (point.shown > highest.shown ? point : highest), ofLast[0] ?? first) };
}
