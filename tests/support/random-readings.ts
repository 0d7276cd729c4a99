/** Histories of readings for property tests: mostly plausible, with typing errors, replaced odometers, shared days and mileages of the details. */
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
  isDetails: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
});

/** The readings of a vehicle with ids in any order. */
export const histories: fc.Arbitrary<{ points: (PlainReading & { isRight: 0 | 1 })[]; meter: PlainMeter }> = fc
  .record({ entries: fc.array(entry, { maxLength: 14 }), order: fc.infiniteStream(fc.nat()), meter: fc.constantFrom(...METERS) })
  .map(({ entries, order, meter }) => {
    const ids = entries.map((_, index) => ({ index, at: Number(order.next().value) })).sort((a, b) => a.at - b.at);
    const scale = meter.unit === 'h' ? 0.02 : 1;
    const points = entries.map(({ day, noise, typo, isRight, isDetails }, index) => ({
      id: 1 + ids.findIndex((id) => id.index === index),
      performedOn: dayOf(day),
      ...{ isDetails, isRight: isDetails ? 0 : isRight },
      reading: Math.max(isDetails ? 0 : 1, Math.round((50_000 + day * 60 + noise) * scale * typo) * 10),
    }));
    return { points, meter };
  });

/** What an odometer shows first, and what is known of the one it replaces. */
const replacement = fc.record({
  day: fc.integer({ min: 0, max: DAYS }),
  /** Of the same day as the one before it. */
  isAgain: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, fc.constant(true)),
  first: fc.constantFrom(1, 15_000, 49_000, 70_000),
  old: fc.constantFrom('known', 'unknown', 'unknown', 'wrong'),
  typo: fc.oneof({ arbitrary: fc.constant(1), weight: 8 }, fc.constantFrom(10, 0.1)),
  isRight: fc.oneof({ arbitrary: fc.constant(0 as const), weight: 5 }, fc.constant(1 as const)),
});

/** Such histories with one to three replaced odometers; many readings are of the days on which they were replaced, before and after. */
export const replacedHistories: typeof histories = fc
  .record({
    ...{ entries: fc.array(entry, { maxLength: 10 }), replaced: fc.array(replacement, { minLength: 1, maxLength: 3 }) },
    ...{ sameDay: fc.array(fc.nat(3), { maxLength: 10 }), isOld: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }) },
    ...{ order: fc.infiniteStream(fc.nat()), meter: fc.constantFrom(...METERS) },
  })
  .map(({ entries, replaced, sameDay, isOld, order, meter }) => {
    const scale = meter.unit === 'h' ? 0.02 : 1;
    const driven = (day: number): number => 50_000 + day * 60;
    const tenths = (value: number): number => Math.max(1, Math.round(value * scale)) * 10;
    const byDay = replaced.sort((a, b) => a.day - b.day);
    for (const [index, one] of byDay.entries()) if (one.isAgain) one.day = byDay[index - 1]?.day ?? one.day;
    const readings = entries.map(({ day: anyDay, noise, typo, isRight, isDetails }, index) => {
      const day = replaced[sameDay[index] ?? 3]?.day ?? anyDay;
      const last = byDay.findLast((one) => one.day < day || (one.day === day && !isOld[index]));
      const shown = last ? driven(day) - driven(last.day) + last.first : driven(day);
      const reading = tenths((shown + noise) * typo);
      return { performedOn: dayOf(day), isDetails, isRight: isDetails ? 0 : isRight, reading, reset: undefined };
    });
    const resets = byDay.map(({ day, first, old, typo, isRight }, index) => {
      const before = byDay[index - 1];
      const shown = before ? driven(day) - driven(before.day) + before.first : driven(day);
      const oldReading = old === 'unknown' ? null : tenths(old === 'known' ? shown + 1_200 : shown / 2);
      return { performedOn: dayOf(day), isRight, reading: tenths(first * typo), reset: { oldReading } };
    });
    const all = [...readings, ...resets];
    const ids = all.map((_, index) => ({ index, at: Number(order.next().value) })).sort((a, b) => a.at - b.at);
    return { points: all.map((one, index) => ({ ...one, id: 1 + ids.findIndex((id) => id.index === index) })), meter };
  });
