import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainReadings } from '#tests/support/plain-distance.ts';
import { histories } from '#tests/support/random-readings.ts';
import { type DoubtReason, type Meter, type Point, reasonsOf } from './doubt.rules.ts';
import { settled } from './segments.rules.ts';

const CAR: Meter & { year: number } = { vehicleType: 'car', unit: 'km', year: 2014 };
const idsOf = (points: readonly { id: number }[]) => points.map(({ id }) => id);
const on = (performedOn: string, value: number) => ({ performedOn, reading: value * 10 });

describe('the doubts about one reading', () => {
  const reasons = (
    entry: [string, number],
    before: [string, number] | null,
    after: [string, number] | null = null,
    more: Partial<typeof CAR> = {},
  ): DoubtReason[] => reasonsOf(on(...entry), { before: before && on(...before), after: after && on(...after) }, { ...CAR, ...more });

  test('an extra digit is doubtful, even years after the neighbour', () => {
    expect(reasons(['2026-11-21', 980_470], ['2026-10-08', 98_047])).toEqual(['higher']);
    expect(reasons(['2031-10-08', 980_470], ['2026-10-08', 98_047])).toEqual(['higher']);
  });

  test('a lower reading than before is doubtful, an equal one is not', () => {
    expect(reasons(['2026-11-21', 98_040], ['2026-10-08', 98_047])).toEqual(['lower']);
    expect(reasons(['2026-11-21', 98_047], ['2026-10-08', 98_047])).toEqual([]);
  });

  test.each<[string, Partial<typeof CAR>, number, number]>([
    ['a car', {}, 1_500, 5_500],
    ['a truck', { vehicleType: 'truck' }, 1_500, 11_500],
    ['a bus', { vehicleType: 'bus' }, 1_500, 11_500],
    ['a car of miles', { unit: 'mi' }, 932, 3_417],
    ['a boat', { vehicleType: 'boat', unit: 'h' }, 24, 144],
  ])('%s may grow by a limit at once, and by more in ten days', (_, more, atOnce, inTenDays) => {
    const at = (day: string, growth: number): DoubtReason[] => reasons([day, 98_047 + growth], ['2026-10-08', 98_047], null, more);
    expect([at('2026-10-08', atOnce), at('2026-10-08', atOnce + 1)]).toEqual([[], ['higher']]);
    expect([at('2026-10-18', inTenDays), at('2026-10-18', inTenDays + 1)]).toEqual([[], ['higher']]);
  });

  test('a later neighbour counts as well', () => {
    const [before, after] = [
      ['2026-01-01', 50_000],
      ['2026-10-08', 98_047],
    ] as [[string, number], [string, number]];
    expect(reasons(['2026-10-01', 97_000], before, after)).toEqual([]);
    expect(reasons(['2026-10-01', 98_100], before, after)).toEqual(['higher']);
    expect(reasons(['2026-10-01', 9_800], null, after)).toEqual(['lower']);
    expect(reasons(['2026-10-07', 9_800], before, after)).toEqual(['lower']);
    expect(reasons(['2026-10-07', 90_000], ['2026-10-06', 98_000], ['2026-10-08', 80_000])).toEqual(['lower', 'higher']);
  });

  test('on one day readings are in any order', () => {
    expect(reasons(['2026-10-08', 97_000], ['2026-10-08', 98_047])).toEqual([]);
    expect(reasons(['2026-10-08', 9_800], ['2026-10-08', 98_047])).toEqual(['lower']);
  });

  test('an unknown reading raises no doubt, and is no neighbour', () => {
    expect(reasons(['2026-11-21', 0], ['2026-10-08', 98_047])).toEqual([]);
    expect(reasons(['2026-11-21', 98_047], ['2026-10-08', 0])).toEqual([]);
    expect(reasons(['2026-11-21', 98_047], null)).toEqual([]);
  });

  test("a day before the vehicle's year is doubtful, and so is a bicycle's year", () => {
    expect(reasons(['2013-12-31', 10], ['2012-01-01', 20])).toEqual(['lower', 'beforeYear']);
    expect(reasons(['2014-01-01', 10], null)).toEqual([]);
    const bicycle: Partial<typeof CAR> = { vehicleType: 'bicycle', unit: 'year' };
    expect(reasons(['2026-01-01', 2012], ['2025-01-01', 2025], null, bicycle)).toEqual(['beforeYear']);
    expect(reasons(['2026-01-01', 2019], ['2025-01-01', 2025], null, bicycle)).toEqual([]);
    expect(reasons(['2026-01-01', 0], null, null, bicycle)).toEqual([]);
  });
});

describe('the doubtful ones among all readings', () => {
  /** Entered in this order. */
  const doubtsOf = (...entries: [string, number, (0 | 1)?][]) => {
    const { doubts } = settled(
      entries.map(([performedOn, value, isRight = 0], index): Point => ({ id: index + 1, ...on(performedOn, value), isRight })),
      CAR,
    );
    return [...doubts].map(([id, goesBackOn]) => [entries[id - 1]?.[1], goesBackOn]);
  };

  test('one in conflict with both neighbours is doubtful', () => {
    expect(doubtsOf(['2026-01-01', 98_047], ['2026-02-01', 980_470], ['2026-03-01', 98_200])).toEqual([[980_470, null]]);
    expect(doubtsOf(['2026-01-01', 98_047], ['2026-02-01', 9_810], ['2026-03-01', 98_200])).toEqual([[9_810, '2026-02-01']]);
    expect(doubtsOf(['2026-02-01', 9_810], ['2026-01-01', 98_047], ['2026-03-01', 98_200])).toEqual([[9_810, '2026-02-01']]);
  });

  test('of two without other conflicts it is the one entered later', () => {
    expect(doubtsOf(['2026-01-01', 98_000], ['2026-02-01', 97_000])).toEqual([[97_000, '2026-02-01']]);
    expect(doubtsOf(['2026-02-01', 97_000], ['2026-01-01', 98_000])).toEqual([[98_000, '2026-02-01']]);
    expect(doubtsOf(['2026-01-01', 98_000], ['2026-01-02', 108_000])).toEqual([[108_000, null]]);
  });

  test('a replaced odometer makes all later readings doubtful, or all earlier ones if these were entered later', () => {
    const before: [string, number][] = [
      ['2019-05-01', 245_000],
      ['2020-05-01', 250_000],
    ];
    const after: [string, number][] = [
      ['2020-06-01', 10],
      ['2022-06-01', 30_010],
    ];
    expect(doubtsOf(...before, ...after)).toEqual([
      [10, '2020-06-01'],
      [30_010, '2022-06-01'],
    ]);
    expect(doubtsOf(...after, ...before)).toEqual([
      [250_000, '2020-06-01'],
      [245_000, '2020-06-01'],
    ]);
  });

  test('a confirmed one is not, and makes no others doubtful but lower ones', () => {
    expect(doubtsOf(['2026-01-01', 98_000], ['2026-02-01', 10, 1], ['2026-03-01', 300])).toEqual([]);
    expect(doubtsOf(['2026-01-01', 98_000], ['2026-01-02', 108_000, 1], ['2026-01-03', 108_100])).toEqual([]);
    expect(doubtsOf(['2026-01-02', 97_000], ['2026-01-01', 98_000, 1])).toEqual([[97_000, '2026-01-02']]);
  });

  test('are the same without the mileages of the details', () => {
    fc.assert(
      fc.property(histories, ({ points, meter }) => {
        const typed = settled(
          points.filter(({ isDetails }) => !isDetails),
          meter,
        );
        expect(settled(points, meter).doubts).toEqual(typed.doubts);
      }),
      { seed: 34, numRuns: 500 },
    );
  });

  test('are those that a slow search from the start finds', () => {
    fc.assert(
      fc.property(histories, ({ points, meter }) => {
        const { ordered, sound, doubts } = settled(points, meter);
        const plain = plainReadings(points, meter);
        expect(idsOf(ordered)).toEqual(idsOf(plain.all));
        expect(idsOf(sound)).toEqual(idsOf(plain.left));
        expect(doubts).toEqual(new Map(plain.removed.map(({ id, goesBackOn }) => [id, goesBackOn ?? null])));
      }),
      { seed: 33, numRuns: 500 },
    );
  });
});
