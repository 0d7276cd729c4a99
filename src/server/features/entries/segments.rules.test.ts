import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainCounted } from '#tests/support/plain-distance.ts';
import { replacedHistories } from '#tests/support/random-readings.ts';
import { distancesOf } from './distance.rules.ts';
import type { Meter } from './doubt.rules.ts';
import { counted, lastOdometer, type ShownPoint } from './segments.rules.ts';

const CAR: Meter = { vehicleType: 'car', unit: 'km' };

/** Readings in kilometres, entered in this order; the third value is what the old odometer showed last, null if that is not known. */
type Given = [day: string, reading: number, old?: number | null];

const pointsOf = (given: readonly Given[]): ShownPoint[] =>
  given.map(([performedOn, reading, old], index) => ({
    ...{ id: index + 1, performedOn, reading: reading * 10, isRight: 0 },
    reset: old === undefined ? undefined : { oldReading: old === null ? null : old * 10 },
  }));

/** Number of the odometer, what it shows, and what that is counted on. */
const of = (...given: Given[]) =>
  counted(pointsOf(given), CAR).map(({ segment, shown, reading }) => [segment, shown / 10, reading / 10] as const);
const segmentsOf = (...given: Given[]) => of(...given).map(([segment, shown]) => [segment, shown]);
const distanceOf = (...given: Given[]) => (distancesOf(pointsOf(given), CAR)({ from: '0000', to: '9999' }).distance ?? 0) / 10;

describe('a replaced odometer', () => {
  test('goes on where the old one stopped', () => {
    // 200,300 − 15,000 = 185,300; 300 + 400 = 700
    const given: Given[] = [
      ['2026-01-01', 200_000],
      ['2026-01-10', 200_300],
      ['2026-01-11', 15_000, null],
      ['2026-01-20', 15_400],
    ];
    expect(of(...given)).toEqual([
      [0, 200_000, 200_000],
      [0, 200_300, 200_300],
      [1, 15_000, 200_300],
      [1, 15_400, 200_700],
    ]);
    expect(distanceOf(...given)).toBe(700);
  });

  test('adds what was driven until the known last value of the old one', () => {
    // 200,300 − 200,000 + 15,400 − 15,000
    expect(distanceOf(['2026-01-01', 200_000], ['2026-01-11', 15_000, 200_300], ['2026-01-20', 15_400])).toBe(700);
  });

  test('takes readings of its first day that fit only the old one for those of the old one', () => {
    // In any order of entry: 200,300 − 200,000 + 15,020 − 15,000
    const given: Given[] = [
      ['2026-01-02', 15_020],
      ['2026-01-02', 15_000, null],
      ['2026-01-02', 200_300],
      ['2026-01-01', 200_000],
    ];
    expect(of(...given)).toEqual([
      [0, 200_000, 200_000],
      [0, 200_300, 200_300],
      [1, 15_000, 200_300],
      [1, 15_020, 200_320],
    ]);
    // Fits both, so that it is one of the new odometer.
    expect(segmentsOf(['2026-01-01', 19_900], ['2026-01-02', 19_950, null], ['2026-01-02', 20_000])).toEqual([
      [0, 19_900],
      [1, 19_950],
      [1, 20_000],
    ]);
    // Later than 19,960, it would be doubtful on the new odometer.
    expect(segmentsOf(['2026-01-01', 19_900], ['2026-01-02', 19_950, null], ['2026-01-02', 20_000], ['2026-01-09', 19_960])).toEqual([
      [0, 19_900],
      [0, 20_000],
      [1, 19_950],
      [1, 19_960],
    ]);
    // Beyond the last value of the old one.
    expect(segmentsOf(['2026-01-01', 19_900], ['2026-01-02', 15_000, 19_990], ['2026-01-02', 20_000])).toEqual([
      [0, 19_900],
      [1, 15_000],
      [1, 20_000],
    ]);
  });

  test('does not go on from a typing error, and adds nothing if nothing is known of the old one', () => {
    expect(of(['2026-01-01', 200_000], ['2026-01-05', 2_003_000], ['2026-01-11', 15_000, null]).at(-1)).toEqual([...[1, 15_000, 200_000]]);
    expect(of(['2026-01-11', 15_000, null], ['2026-01-20', 15_400])).toEqual([
      [1, 15_000, 15_000],
      [1, 15_400, 15_400],
    ]);
  });

  test('can be replaced again, also on the same day', () => {
    // 1,000, 1,100 = 10, 60 = 500, 530
    expect(
      of(['2026-01-01', 1_000], ['2026-01-05', 10, 1_100], ['2026-01-05', 500, 60], ['2026-01-09', 530]).map(([, , all]) => all),
    ).toEqual([1_000, 1_100, 1_150, 1_180]);
  });

  test('shows its highest reading that is not doubtful', () => {
    const shownBy = (...given: Given[]) => (lastOdometer(pointsOf(given), CAR)?.highest.shown ?? 0) / 10;
    const given: Given[] = [
      ['2026-01-01', 200_000],
      ['2026-01-11', 15_000, null],
    ];
    expect(shownBy(...given)).toBe(15_000);
    expect(shownBy(...given, ['2026-01-20', 15_400], ['2026-01-25', 154_900])).toBe(15_400);
    expect(shownBy(...given, ['2026-01-20', 15_400], ['2025-12-01', 199_000])).toBe(15_400);
  });
});

test('readings of any history are counted as in a slow computation', () => {
  const reached = { sameDayOld: 0, sameDayNew: 0, unknown: 0, known: 0, nothingBefore: 0, twiceADay: 0 };
  fc.assert(
    fc.property(replacedHistories, ({ points, meter }) => {
      const plain = plainCounted(points, meter);
      expect(counted(points, meter)).toEqual(plain);
      const resets = plain.filter(({ reset }) => reset);
      for (const { performedOn, segment, reset } of plain) {
        const ofDay = resets.filter((other) => other.performedOn === performedOn);
        if (!reset && ofDay[0]) reached[segment < ofDay[0].segment ? 'sameDayOld' : 'sameDayNew']++;
        if (reset) reached[reset.oldReading === null ? 'unknown' : 'known']++;
        if (reset && !plain.some((other) => other.segment === segment - 1)) reached.nothingBefore++;
        if (ofDay.length > 1) reached.twiceADay++;
      }
    }),
    { seed: 64, numRuns: 1_000 },
  );
  for (const [name, count] of Object.entries(reached)) expect([name, count > 10]).toEqual([name, true]);
});
