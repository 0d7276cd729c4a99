/** Distances by slow and obvious loops, to compare the server with. */
import type { DistanceReason } from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';

export interface PlainReading {
  id: number;
  performedOn: string;
  /** Tenths. */
  reading: number;
  isRight?: 0 | 1;
  reset?: { oldReading: number | null } | undefined;
  /** Whether it is the mileage of the details. */
  isDetails?: boolean | undefined;
}

/** Counted on over replaced odometers. */
export interface PlainCounted extends PlainReading {
  segment: number;
  /** As the odometer shows it. */
  shown: number;
}

export interface PlainMeter {
  vehicleType: VehicleType;
  unit: ReadingUnit;
}

interface Removed extends PlainCounted {
  goesBackOn: string | undefined;
}

const number = (day: string): number => Math.round(new Date(day).getTime() / 86_400_000);

function usualGrowth(days: number, { vehicleType, unit }: PlainMeter): number {
  if (unit === 'h') return 24 + 12 * days;
  const km = 1_500 + (['truck', 'bus'].includes(vehicleType) ? 1_000 : 400) * days;
  return unit === 'mi' ? km / 1.609344 : km;
}

const goesBack = (a: PlainReading, b: PlainReading): boolean => b.reading < a.reading;
const isOpen = (a: PlainReading, b: PlainReading): boolean => (goesBack(a, b) ? !b.isRight : !a.isRight && !b.isRight);
const isConflict = (a: PlainReading | undefined, b: PlainReading | undefined, meter: PlainMeter): boolean =>
  a !== undefined &&
  b !== undefined &&
  (goesBack(a, b) || (b.reading - a.reading) / 10 > usualGrowth(number(b.performedOn) - number(a.performedOn), meter) + 1e-6);

const inOrder = (a: PlainCounted, b: PlainCounted): number =>
  Number(a.performedOn > b.performedOn) - Number(a.performedOn < b.performedOn) ||
  a.segment - b.segment ||
  Number(b.reset !== undefined) - Number(a.reset !== undefined) ||
  a.shown - b.shown ||
  a.id - b.id;

/** Those left and those removed, looking from the start again after each removal. */
function settledSlowly<R extends PlainReading>(all: readonly R[], meter: PlainMeter) {
  const left = [...all];
  const removed: (R & { goesBackOn: string | undefined })[] = [];
  for (;;) {
    const at = left.findIndex((b, index) => {
      const a = left[index - 1];
      return a && isOpen(a, b) && isConflict(a, b, meter);
    });
    if (at < 0) return { left, removed };
    const [a, b] = left.slice(at - 1) as [R, R];
    const isOfB = isConflict(b, left[at + 1], meter);
    const doubtful = !a.isRight && !isOfB && a.id > b.id ? a : b;
    left.splice(left.indexOf(doubtful), 1);
    removed.push({ ...doubtful, goesBackOn: goesBack(a, b) ? b.performedOn : undefined });
  }
}

/** The typed ones settled alone; then each mileage of the details is left if it is in conflict with neither neighbour. */
function settledWithDetails<R extends PlainReading>(ordered: readonly R[], meter: PlainMeter) {
  const { left: typed, removed } = settledSlowly(
    ordered.filter(({ isDetails }) => !isDetails),
    meter,
  );
  let left: R[] = typed;
  for (const one of ordered.filter(({ isDetails }) => isDetails)) {
    const merged = ordered.filter((other) => other === one || left.includes(other));
    const at = merged.indexOf(one);
    if (!isConflict(merged[at - 1], one, meter) && !isConflict(one, merged[at + 1], meter)) left = merged;
  }
  return { left, removed };
}

/** All known readings in order, each with its odometer, which is searched for each reading from the start. */
export function plainCounted(readings: readonly PlainReading[], meter: PlainMeter): PlainCounted[] {
  const known = readings.filter(({ reading, isDetails }) => reading > 0 || isDetails);
  const resets = known
    .filter(({ reset }) => reset)
    .sort((a, b) => Number(a.performedOn > b.performedOn) - Number(a.performedOn < b.performedOn) || a.id - b.id);
  const others = known.filter(({ reset }) => !reset).sort((a, b) => inOrder(shownOf(a), shownOf(b)));
  const leftOf = (list: PlainReading[]) => settledWithDetails(list, meter).left;

  /** The readings of an odometer before a day. */
  const ofSegment = (segment: number, before: string): PlainReading[] => [
    ...resets.slice(segment - 1, segment).filter(() => segment > 0),
    ...others.filter((one) => one.performedOn < before && segmentOf(one) === segment),
  ];
  function segmentOf(one: PlainReading): number {
    const earlier = resets.filter(({ performedOn }) => performedOn < one.performedOn).length;
    const ofDay = resets.filter(({ performedOn }) => performedOn === one.performedOn);
    const later = earlier + ofDay.length;
    const [first] = ofDay;
    if (!first) return earlier;
    const old = leftOf(ofSegment(earlier, one.performedOn).filter(({ isDetails }) => !isDetails)).at(-1);
    const end = { ...first, reading: first.reset?.oldReading ?? 0 };
    const fitsOld = !isConflict(old, one, meter) && !(first.reset?.oldReading && isConflict(one, end, meter));
    const day = resets.find(({ performedOn }) => performedOn > one.performedOn)?.performedOn ?? '9999-99-99';
    const next = others.find(({ performedOn, isDetails }) => !isDetails && performedOn > one.performedOn && performedOn < day);
    const fitsNew = !isConflict(ofDay.at(-1), one, meter) && !isConflict(one, next, meter);
    return fitsOld && !fitsNew ? earlier : later;
  }
  const offsetOf = (segment: number): number => {
    if (segment === 0) return 0;
    const first = resets[segment - 1] as PlainReading;
    const before = leftOf(ofSegment(segment - 1, '9999-99-99')).map(({ reading }) => reading);
    const last = first.reset?.oldReading ?? (before.length > 0 ? Math.max(...before) : first.reading);
    return offsetOf(segment - 1) + last - first.reading;
  };
  return known
    .map((one) => {
      const segment = one.reset ? resets.indexOf(one) + 1 : segmentOf(one);
      return { ...one, segment, shown: one.reading, reading: offsetOf(segment) + one.reading };
    })
    .sort(inOrder);
}

const shownOf = (one: PlainReading): PlainCounted => ({ ...one, segment: 0, shown: one.reading });

/** All known readings in order, of the details those that are left; those left and those removed. */
export function plainReadings(readings: readonly PlainReading[], meter: PlainMeter) {
  const all = plainCounted(readings, meter);
  const { left, removed } = settledWithDetails(all, meter);
  return { all: all.filter((one) => !one.isDetails || left.includes(one)), left, removed: removed as Removed[] };
}

export interface PlainDistance {
  distance: number | null;
  distanceReason: DistanceReason | null;
  days: { from: string; to: string } | null;
}

const unknown = (code: DistanceReason['code'], performedOn: string | null = null): PlainDistance => ({
  distance: null,
  distanceReason: { code, performedOn },
  days: null,
});

/** In units, like the server's answer. */
export function plainDistance(readings: readonly PlainReading[], meter: PlainMeter) {
  const { all, left, removed } = plainReadings(meter.unit === 'year' ? [] : readings, meter);
  const inTime = removed.sort(inOrder);
  const restarts = left.filter((reading, index) => index > 0 && goesBack(left[index - 1] as PlainCounted, reading));
  return (from: string, to: string): PlainDistance => {
    if (meter.unit === 'year') return unknown('bicycle');
    const edge = all.filter(({ performedOn }) => performedOn < from).at(-1);
    const broken = inTime.find(
      ({ id, performedOn, goesBackOn }) => goesBackOn !== undefined && (id === edge?.id || (performedOn <= to && goesBackOn >= from)),
    );
    const restart = restarts.find(({ performedOn }) => performedOn >= from && performedOn <= to);
    if (broken && !(restart && restart.performedOn < broken.performedOn)) return unknown('goesBack', broken.goesBackOn);
    if (restart) return unknown('goesBack', restart.performedOn);
    const start = left.indexOf(restarts.filter(({ performedOn }) => performedOn < from).at(-1) ?? (left[0] as PlainCounted));
    const run = left.slice(start);
    const until = run.filter(({ performedOn }) => performedOn <= to);
    const before = run.filter(({ performedOn }) => performedOn < from);
    const last = until.at(-1);
    if (!last) return unknown('noReadings');
    const count = left.filter(({ performedOn }) => performedOn <= to).length;
    const readingsOf = (some: readonly PlainReading[]): number[] => some.map(({ reading }) => reading);
    const tenths = Math.max(...readingsOf(until)) - (before.length > 0 ? Math.max(...readingsOf(before)) : Math.min(...readingsOf(until)));
    const first = before.at(-1) ?? (until[0] as PlainCounted);
    if (tenths > 0) return { distance: tenths / 10, distanceReason: null, days: { from: first.performedOn, to: last.performedOn } };
    return unknown(count === 1 ? 'oneReading' : 'noDistance');
  };
}
