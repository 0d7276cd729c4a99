/** Histories of readings for property tests: mostly plausible, with typing errors, replaced odometers and shared days. */
import fc from 'fast-check';
import type { PlainMeter, PlainReading } from './plain-distance.ts';

const METERS: PlainMeter[] = [
  { vehicleType: 'car', unit: 'km' },
  { vehicleType: 'truck', unit: 'km' },
  { vehicleType: 'car', unit: 'mi' },
  { vehicleType: 'boat', unit: 'h' },
];
const START = Date.UTC(2023, 10, 1);
/** More than a year, so that histories have months and years in between. */
const DAYS = 500;
const DIGITS = { high: 10, low: 0.1, replaced: 0 };

export const dayOf = (index: number): string => new Date(START + index * 86_400_000).toISOString().slice(0, 10);
export const someDay = fc.integer({ min: -40, max: DAYS + 40 }).map(dayOf);

const entry = fc.record({
  // Half of the days are near the first of a month.
  day: fc.oneof(
    fc.integer({ min: 0, max: DAYS }),
    fc.integer({ min: 0, max: 16 }).map((month) => month * 30 + 1),
  ),
  noise: fc.integer({ min: -200, max: 1_200 }),
  isRight: fc.oneof({ arbitrary: fc.constant(0 as const), weight: 5 }, fc.constant(1 as const)),
  typo: fc.oneof({ arbitrary: fc.constant(1), weight: 8 }, fc.constantFrom(...Object.values(DIGITS), 1.02, 0.97)),
});

/** The readings of a vehicle with ids in any order. */
export const histories: fc.Arbitrary<{ points: Required<PlainReading>[]; meter: PlainMeter }> = fc
  .record({ entries: fc.array(entry, { maxLength: 14 }), order: fc.infiniteStream(fc.nat()), meter: fc.constantFrom(...METERS) })
  .map(({ entries, order, meter }) => {
    const ids = entries.map((_, index) => ({ index, at: Number(order.next().value) })).sort((a, b) => a.at - b.at);
    const scale = meter.unit === 'h' ? 0.02 : 1;
    const points = entries.map(({ day, noise, typo, isRight }, index) => ({
      id: 1 + ids.findIndex((id) => id.index === index),
      performedOn: dayOf(day),
      isRight,
      reading: Math.max(1, Math.round((50_000 + day * 60 + noise) * scale * typo) * 10),
    }));
    return { points, meter };
  });
