/** Distances by slow and obvious loops, to compare the server with. */
import type { DistanceReason } from '#contract/statistics.ts';
import type { ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';

export interface PlainReading {
  id: number;
  performedOn: string;
  /** Tenths. */
  reading: number;
  isRight?: 0 | 1;
}

export interface PlainMeter {
  vehicleType: VehicleType;
  unit: ReadingUnit;
}

interface Removed extends PlainReading {
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

const sortKey = ({ performedOn, reading, id }: PlainReading): string =>
  [performedOn, ...[reading, id].map((value) => String(value).padStart(12, '0'))].join(' ');

/** All known readings in order; those left and those removed, looking from the start again after each removal. */
export function plainReadings(readings: readonly PlainReading[], meter: PlainMeter) {
  const all = readings.filter(({ reading }) => reading > 0).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const left = [...all];
  const removed: Removed[] = [];
  for (;;) {
    const at = left.findIndex((b, index) => {
      const a = left[index - 1];
      return a && isOpen(a, b) && isConflict(a, b, meter);
    });
    if (at < 0) return { all, left, removed };
    const [a, b] = left.slice(at - 1) as [PlainReading, PlainReading];
    const isOfB = isConflict(b, left[at + 1], meter);
    const doubtful = !a.isRight && !isOfB && a.id > b.id ? a : b;
    left.splice(left.indexOf(doubtful), 1);
    removed.push({ ...doubtful, goesBackOn: goesBack(a, b) ? b.performedOn : undefined });
  }
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
  const inOrder = removed.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const restarts = left.filter((reading, index) => index > 0 && goesBack(left[index - 1] as PlainReading, reading));
  return (from: string, to: string): PlainDistance => {
    if (meter.unit === 'year') return unknown('bicycle');
    const edge = all.filter(({ performedOn }) => performedOn < from).at(-1);
    const broken = inOrder.find(
      ({ id, performedOn, goesBackOn }) => goesBackOn !== undefined && (id === edge?.id || (performedOn <= to && goesBackOn >= from)),
    );
    const restart = restarts.find(({ performedOn }) => performedOn >= from && performedOn <= to);
    if (broken && !(restart && restart.performedOn < broken.performedOn)) return unknown('goesBack', broken.goesBackOn);
    if (restart) return unknown('goesBack', restart.performedOn);
    const start = left.indexOf(restarts.filter(({ performedOn }) => performedOn < from).at(-1) ?? (left[0] as PlainReading));
    const run = left.slice(start);
    const until = run.filter(({ performedOn }) => performedOn <= to);
    const before = run.filter(({ performedOn }) => performedOn < from);
    const last = until.at(-1);
    if (!last) return unknown('noReadings');
    const count = left.filter(({ performedOn }) => performedOn <= to).length;
    const readingsOf = (some: readonly PlainReading[]): number[] => some.map(({ reading }) => reading);
    const tenths = Math.max(...readingsOf(until)) - (before.length > 0 ? Math.max(...readingsOf(before)) : Math.min(...readingsOf(until)));
    const first = before.at(-1) ?? (until[0] as PlainReading);
    if (tenths > 0) return { distance: tenths / 10, distanceReason: null, days: { from: first.performedOn, to: last.performedOn } };
    return unknown(count === 1 ? 'oneReading' : 'noDistance');
  };
}
