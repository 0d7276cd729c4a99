import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainDistance } from '#tests/support/plain-distance.ts';
import { dayOf, histories, replacedHistories, someDay } from '#tests/support/random-readings.ts';
import { distancesOf } from './distance.rules.ts';
import type { Meter } from './doubt.rules.ts';

const CAR: Meter = { vehicleType: 'car', unit: 'km' };
/** Readings in units, entered in this order. */
const historyOf = (entries: readonly (readonly [string, number, (0 | 1)?])[], meter = CAR) => {
  const points = entries.map(([performedOn, value, isRight = 0], index) => ({ id: index + 1, performedOn, reading: value * 10, isRight }));
  const distanceIn = distancesOf(points, meter);
  return (from = '0000-00-00', to = '9999-99-99') => {
    const { distance, distanceReason } = distanceIn({ from, to });
    return distance === null ? [distanceReason?.code, distanceReason?.performedOn] : distance / 10;
  };
};

test('counts from the last reading before the period', () => {
  const distance = historyOf([
    ['2026-01-01', 10_000],
    ['2026-02-28', 11_500],
    ['2026-03-31', 13_000],
  ]);
  expect(distance('2026-01-01', '2026-03-31')).toBe(3_000);
  expect(distance('2026-02-01', '2026-02-28')).toBe(1_500);
  expect(distance('2026-03-01', '2026-03-31')).toBe(1_500);
  expect(distance('2026-01-02', '2026-03-30')).toBe(1_500);
});

test('says why there is no distance', () => {
  const distance = historyOf([
    ['2026-01-10', 10_000],
    ['2026-02-10', 11_500],
    ['2026-02-10', 11_600],
  ]);
  expect(distance('2025-01-01', '2026-01-09')).toEqual(['noReadings', null]);
  expect(distance('2025-01-01', '2026-01-10')).toEqual(['oneReading', null]);
  expect(distance('2026-02-11', '2026-12-31')).toEqual(['noDistance', null]);
  expect(historyOf([])()).toEqual(['noReadings', null]);
  expect(historyOf([['2026-01-10', 2_024]], { vehicleType: 'bicycle', unit: 'year' })()).toEqual(['bicycle', null]);
});

describe('of readings that go back', () => {
  const REPLACED = [
    ['2019-05-01', 245_000],
    ['2020-05-01', 250_000],
    ['2020-06-01', 10],
    ['2022-06-01', 30_010],
    ['2026-06-01', 60_010],
  ] as const;

  test('there is none in a period with them, or that begins after one of them', () => {
    const distance = historyOf(REPLACED);
    expect(distance()).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2019-01-01', '2020-05-31')).toBe(5_000);
    expect(distance('2020-06-01', '2020-06-30')).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2020-07-01', '2021-12-31')).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2022-06-02', '2030-12-31')).toEqual(['goesBack', '2022-06-01']);
  });

  test('the reason is the same whatever was entered first', () => {
    const distance = historyOf(REPLACED.toReversed());
    expect(distance()).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2020-05-02', '2020-05-31')).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2022-01-01', '2022-12-31')).toBe(30_000);
  });

  test('there is one before and after a confirmed reading, but not across it', () => {
    const distance = historyOf(REPLACED.map(([day, value]) => [day, value, value === 10 ? 1 : 0]));
    expect(distance()).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2020-01-01', '2020-05-31')).toBe(5_000);
    expect(distance('2020-06-01', '2020-06-30')).toEqual(['goesBack', '2020-06-01']);
    expect(distance('2022-01-01', '2022-12-31')).toBe(30_000);
    expect(distance('2020-06-02')).toBe(60_000);
  });

  test('one typing error spoils the periods that touch it', () => {
    const distance = historyOf([
      ['2026-01-10', 98_000],
      ['2026-02-10', 9_810],
      ['2026-03-10', 98_200],
      ['2026-04-10', 98_300],
    ]);
    expect(distance('2026-02-01', '2026-02-28')).toEqual(['goesBack', '2026-02-10']);
    expect(distance('2026-03-01', '2026-03-31')).toEqual(['goesBack', '2026-02-10']);
    expect(distance('2026-04-01', '2026-04-30')).toBe(100);
  });
});

test('a reading that is far too high is left out', () => {
  const distance = historyOf([
    ['2026-01-10', 98_000],
    ['2026-02-10', 981_000],
    ['2026-03-10', 98_200],
  ]);
  expect(distance()).toBe(200);
  expect(distance('2026-02-01', '2026-02-28')).toEqual(['oneReading', null]);
});

describe('of any history', () => {
  const period = fc.tuple(someDay, someDay).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));

  test.each([
    ['with one odometer', histories],
    ['with replaced odometers', replacedHistories],
  ])('%s it is that of a slow computation', (_, some) => {
    fc.assert(
      fc.property(some, fc.array(period, { minLength: 1, maxLength: 12 }), ({ points, meter }, periods) => {
        const distanceIn = distancesOf(points, meter);
        const plainIn = plainDistance(points, meter);
        for (const { from, to } of periods) {
          const { distance, ...rest } = distanceIn({ from, to });
          expect({ distance: distance === null ? null : distance / 10, ...rest }).toEqual(plainIn(from, to));
        }
      }),
      { seed: 33, numRuns: 1_000 },
    );
  });

  test('the parts of a period add up to it, unless readings go back in it', () => {
    fc.assert(
      fc.property(histories, fc.uniqueArray(fc.integer({ min: -40, max: 540 }), { maxLength: 12 }), ({ points, meter }, cuts) => {
        const distanceIn = distancesOf(points, meter);
        const starts = [-50, ...cuts.sort((a, b) => a - b)];
        const parts = starts.map((start, index) => distanceIn({ from: dayOf(start), to: dayOf((starts[index + 1] ?? 600) - 1) }));
        const whole = distanceIn({ from: dayOf(-50), to: dayOf(599) });
        const isBroken = parts.some(({ distanceReason }) => distanceReason?.code === 'goesBack');
        expect(whole.distanceReason?.code === 'goesBack').toBe(isBroken);
        if (!isBroken) expect(parts.reduce((sum, { distance }) => sum + (distance ?? 0), 0)).toBe(whole.distance ?? 0);
      }),
      { seed: 33, numRuns: 500 },
    );
  });
});
