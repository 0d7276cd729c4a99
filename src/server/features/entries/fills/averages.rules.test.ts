import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FuelConsumption } from '#contract/consumption.ts';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import { consumptionIn } from './averages.rules.ts';
import { chainsOf, type FillPoint, figuresOf, type Tank } from './consumption.rules.ts';

const KM: Tank = { unit: 'km', capacityOf: () => null };
const ALWAYS = { from: '0000-00-00', to: '9999-99-99' };
const FULL = { isFull: true };
const PARTIAL = { isFull: false };

/** A full tank of petrol in the unit of the vehicle and in litres, each on the next day unless said otherwise. */
interface Given extends Partial<Omit<FillPoint, 'reading' | 'volume'>> {
  reading: number | null;
  volume?: number | null;
}

const pointsOf = (given: readonly Given[]): FillPoint[] =>
  given.map(({ reading, volume = 40, ...rest }, index) => ({
    ...{ id: index + 1, performedOn: new Date(Date.UTC(2026, 0, 1 + index)).toJSON().slice(0, 10), segment: 0, isDoubtful: false },
    ...{ fuel: 'petrol' as Fuel, volumeUnit: 'l' as VolumeUnit, isFull: true, isMissedBefore: false, level: null, total: null },
    ...{ distanceOnFuel: null, currency: 'UAH' as const },
    ...{ reading: reading === null ? null : Math.round(reading * 10), volume: volume === null ? null : Math.round(volume * 1000) },
    ...rest,
  }));

function consumptionOf(given: readonly Given[], { fuel = 'petrol' as Fuel, tank = KM, period = ALWAYS } = {}): FuelConsumption | undefined {
  return consumptionIn(fuel, chainsOf(pointsOf(given), tank).get(fuel) ?? [], { ...tank, currency: 'UAH' }, period);
}

describe('the consumption of a period', () => {
  test('is the volume of its stretches by their distance, not the mean of their figures', () => {
    // 66 / 10.5, not (6 + 12) / 2; best and worst are of 100 km and more
    expect(consumptionOf([{ reading: 10_000 }, { reading: 11_000, volume: 60 }, { reading: 11_050, volume: 6 }])).toMatchObject({
      ...{ average: 6.29, reason: null, volume: 66, distance: 1_050, intervals: 2, fills: 3, isApproximate: false, basis: 'stretches' },
      ...{ best: { value: 6, performedOn: '2026-01-02' }, worst: { value: 6, performedOn: '2026-01-02' } },
    });
  });

  test('leaves out what belongs to no stretch', () => {
    // 35 / 5; the last 15 litres are in no full tank yet
    const open = [{ reading: 10_000 }, { reading: 10_500, volume: 35 }, { reading: 10_600, volume: 15, ...PARTIAL }];
    expect(consumptionOf(open)).toMatchObject({ average: 7, volume: 35, distance: 500 });
    // 28 / 4; not what was poured around the missed one
    const missed = [{ reading: 10_000 }, { reading: 11_000, volume: 30, isMissedBefore: true }, { reading: 11_400, volume: 28 }];
    expect(consumptionOf(missed)).toMatchObject({ average: 7, volume: 28, distance: 400 });
    const none = [{ reading: 10_000 }, { reading: 10_300, volume: 10, ...PARTIAL }, { reading: 11_000, isMissedBefore: true }];
    expect(consumptionOf(none)).toMatchObject({ average: null, reason: 'missedBefore', volume: 0, intervals: 0 });
    expect(consumptionOf([{ reading: 10_000 }])).toMatchObject({ average: null, reason: 'first', best: null, costPerDistance: null });
  });

  test('of two fuels is that of each over the whole distance', () => {
    const gas = { fuel: 'gas' as const };
    const given = [
      ...[{ reading: 9_900 }, { reading: 10_000, ...gas }, { reading: 10_400, volume: 36, ...gas }],
      ...[
        { reading: 10_800, volume: 38, ...gas },
        { reading: 10_800, volume: 8 },
      ],
    ];
    // 74 / 8; 8 / 9
    expect(consumptionOf(given, { fuel: 'gas' })).toMatchObject({ average: 9.25, best: { value: 9 }, worst: { value: 9.5 } });
    expect(consumptionOf(given)).toMatchObject({ average: 0.89 });
    expect(consumptionOf(given, { fuel: 'diesel' })).toBeUndefined();
  });

  test('counts the stretches that end in it', () => {
    const given = [{ reading: 10_000 }, { reading: 10_500, volume: 35 }, { reading: 11_000, volume: 45 }];
    expect(consumptionOf(given, { period: { ...ALWAYS, from: '2026-01-03' } })).toMatchObject({ average: 9, intervals: 1, fills: 1 });
    expect(consumptionOf(given, { period: { ...ALWAYS, to: '2026-01-02' } })).toMatchObject({ average: 7, intervals: 1, fills: 2 });
    expect(consumptionOf(given, { period: { from: '2027-01-01', to: '2027-12-31' } })).toBeUndefined();
  });

  test('of miles by gallons: the best is the highest', () => {
    const gallon = { volumeUnit: 'gal_us' as const };
    const given = [{ reading: 1_000 }, { reading: 1_300, volume: 10, ...gallon }, { reading: 1_600, volume: 12, ...gallon }];
    // 600 / 22; 300 / 10; 300 / 12
    expect(consumptionOf(given, { tank: { ...KM, unit: 'mi' } })).toMatchObject({
      ...{ unit: 'mpg_us', average: 27.27, best: { value: 30 }, worst: { value: 25 }, volume: 22 },
    });
  });

  test('is also over the distance on the fuel, if every fill of a stretch states it', () => {
    const [first, second, third] = [{ reading: 10_000 }, { reading: 10_400, volume: 36 }, { reading: 10_800, volume: 38 }];
    // 74 / 8 of the whole distance; 74 / (370 + 380) of that on gas
    const stated = [first, { ...second, distanceOnFuel: 3_700 }, { ...third, distanceOnFuel: 3_800 }];
    expect(consumptionOf(stated)).toMatchObject({ average: 9.25, onFuel: { average: 9.87, distance: 750 } });
    // Only of the second stretch: 38 / 380.
    expect(consumptionOf([first, second, { ...third, distanceOnFuel: 3_800 }])).toMatchObject({ onFuel: { average: 10, distance: 380 } });
    const halves = [first, { ...second, ...PARTIAL }, { ...third, distanceOnFuel: 3_800 }];
    expect(consumptionOf(halves)).toMatchObject({ average: 9.25, onFuel: null });
  });

  test('leaves out, and names, a stretch that states more distance on the fuel than was driven', () => {
    const [first, second, third] = [{ reading: 10_000 }, { reading: 10_400, volume: 36 }, { reading: 10_800, volume: 38 }];
    const stated = (...tenths: number[]) =>
      consumptionOf([first, ...[second, third].map((fill, index) => ({ ...fill, distanceOnFuel: tenths[index] ?? 0 }))]);
    // Both readings are rounded: 400 km can be 401. 74 / (401 + 380)
    expect(stated(4_010, 3_800)).toMatchObject({ onFuel: { average: 9.48, distance: 781 }, tooMuchOnFuel: null });
    // 38 / 380
    const before = { id: 2, performedOn: '2026-01-02', since: '2026-01-01' };
    expect(stated(4_020, 3_800)).toMatchObject({ average: 9.25, onFuel: { average: 10, distance: 380 }, tooMuchOnFuel: before });
    expect(stated(4_020, 3_800 * 10)).toMatchObject({ onFuel: null, tooMuchOnFuel: { id: 3 } });
    // Each is less than the 800 km, together they are more.
    const parts = [first, { ...second, ...PARTIAL, distanceOnFuel: 5_000 }, { ...third, distanceOnFuel: 4_000 }];
    expect(consumptionOf(parts)).toMatchObject({ onFuel: null, tooMuchOnFuel: { id: 3 } });
  });

  test('has the cost of its stretches, and the average price of its fills', () => {
    const given = [
      { reading: 10_000, volume: 40, total: 200_000 },
      { reading: 10_500, volume: 35, total: 182_000 },
      { reading: 11_000, volume: 45, total: 238_500 },
    ];
    // 100 · (1,820 + 2,385) / 1,000; (2,000 + 1,820 + 2,385) / 120
    expect(consumptionOf(given)).toMatchObject({ costPerDistance: 420.5, pricePerUnit: 51.7083 });
    // What the second one has cost is not known.
    const [first, second, third] = given as [Given, Given, Given];
    expect(consumptionOf([first, { ...second, total: null }, third])).toMatchObject({ costPerDistance: null, pricePerUnit: 51.5882 });
    expect(consumptionOf([{ reading: 100 }, { reading: 110, volume: 40, total: 160_000 }], { tank: { ...KM, unit: 'h' } })).toMatchObject({
      ...{ unit: 'l/h', average: 4, costPerDistance: 160 },
    });
  });
});

describe('without stretches', () => {
  const fills = [0, 400, 800, 1_200, 1_600].map((more) => ({ reading: 10_000 + more, volume: 32, ...PARTIAL }));

  test('five fills over 1,500 km give an estimate, with what a tank more or less would change', () => {
    const tank: Tank = { ...KM, capacityOf: () => 50_000 };
    // 128 / 16; 50 / 16
    const estimate = { average: 8, basis: 'estimate', isApproximate: true, volume: 128, distance: 1_600, intervals: 0, points: [] };
    expect(consumptionOf(fills, { tank })).toMatchObject({ ...estimate, margin: 3.13 });
    expect(consumptionOf(fills)).toMatchObject({ ...estimate, margin: null });
    expect(consumptionOf(fills.slice(1))).toMatchObject({ average: null, reason: 'notFull' });
    expect(consumptionOf(fills.map((fill) => ({ ...fill, reading: 10_000 + (fill.reading - 10_000) / 2 })))).toMatchObject({
      average: null,
    });
    const missed = fills.map((fill, index) => ({ ...fill, isMissedBefore: index === 3 }));
    expect(consumptionOf(missed)).toMatchObject({ average: null });
    // One stretch between full tanks says more: 64 / 8.
    const full = fills.map((fill, index) => (index === 0 || index === 2 ? { ...fill, ...FULL } : fill));
    expect(consumptionOf(full)).toMatchObject({ average: 8, basis: 'stretches', distance: 800 });
  });

  test('three charges over 300 km give one of electricity', () => {
    const electric = { fuel: 'electric' as const, volumeUnit: 'kWh' as const };
    const charges = [0, 150, 320].map((more) => ({ reading: 10_000 + more, volume: 28, ...PARTIAL, ...electric }));
    // 56 / 3.2
    expect(consumptionOf(charges, { fuel: 'electric' })).toMatchObject({ average: 17.5, basis: 'estimate', isApproximate: true });
    expect(consumptionOf(charges.slice(1), { fuel: 'electric' })).toMatchObject({ average: null });
  });
});

test('points have gaps where something was not recorded, and become months if there are many', () => {
  const given = [
    ...[{ reading: 10_000 }, { reading: 10_500, volume: 35 }, { reading: 10_600, volume: 9, ...PARTIAL }],
    ...[
      { reading: 11_000, isMissedBefore: true },
      { reading: 11_400, volume: 28 },
    ],
  ];
  const day = (number: number) => `2026-01-0${number}`;
  expect(consumptionOf(given)?.points).toEqual([
    { id: 2, performedOn: day(2), since: day(1), value: 7, reason: null, volume: 35, distance: 500 },
    { id: 4, performedOn: day(4), since: day(2), value: null, reason: 'missedBefore', volume: null, distance: null },
    { id: 5, performedOn: day(5), since: day(4), value: 7, reason: null, volume: 28, distance: 400 },
  ]);
  const many = Array.from({ length: 70 }, (_, index) => ({ reading: 1_000 * (index + 1), volume: index < 31 ? 60 : 70, total: 7_000 }));
  const months = consumptionOf(many);
  expect(months?.points.map(({ performedOn, value }) => [performedOn, value])).toEqual([
    ...[
      ['2026-01', 6],
      ['2026-02', 7],
      ['2026-03', 7],
    ],
  ]);
  // 70 / 60; 70 / 70
  expect(months?.prices.map(({ value }) => value)).toEqual([1.1667, 1, 1]);
});

test('averages agree with the figures of the fills on random histories', () => {
  const fill = fc.record({
    growth: fc.integer({ min: 0, max: 9_000 }),
    volume: fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 12 }),
    isFull: fc.boolean(),
    isMissedBefore: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    isKnown: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    total: fc.option(fc.integer({ min: 0, max: 300_000 }), { freq: 6 }),
    distanceOnFuel: fc.option(fc.integer({ min: 1, max: 9_000 }), { freq: 6 }),
  });
  const reached = { averages: 0, costs: 0, noCosts: 0, parts: 0, onFuel: 0, notOnFuel: 0, possible: 0, tooMuch: 0 };
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 20 }), fc.nat(20), fc.nat(20), (entries, first, last) => {
      let reading = 1_000;
      const fills = entries.map(({ growth, isKnown, volume, ...entry }): Given => {
        reading += growth / 10;
        return { ...entry, volume: volume === null ? null : volume / 1_000, reading: isKnown ? reading : null };
      });
      const points = pointsOf(fills);
      const period = { from: `2026-01-${String(first).padStart(2, '0')}`, to: `2026-01-${String(last).padStart(2, '0')}` };
      const row = consumptionOf(fills, { period });
      // Each figure once more, and what was poured since the one before it that could end a stretch.
      const figures = figuresOf(points, KM);
      let [volume, distance, cost] = [0, 0, 0];
      let isCostKnown = true;
      const onFuel = { volume: 0, distance: 0 };
      let tooMuch: number | undefined;
      for (const [index, point] of points.entries()) {
        const figure = figures.get(point.id)?.consumption;
        if (!figure || point.performedOn < period.from || point.performedOn > period.to) continue;
        volume += figure.volume;
        distance += figure.distance;
        const driven: (number | null)[] = [];
        for (let at = index; at >= 0 && (points[at]?.performedOn ?? '') > figure.since; at--) {
          const total = points[at]?.total ?? null;
          if (total === null) isCostKnown = false;
          else cost += total;
          driven.push(points[at]?.distanceOnFuel ?? null);
          if (at < index) reached.parts++;
        }
        if (driven.includes(null)) continue;
        const stated = driven.reduce<number>((sum, tenths) => sum + (tenths ?? 0), 0) / 10;
        if (stated > figure.distance + 1) tooMuch = point.id;
        if (stated > figure.distance + 1) continue;
        onFuel.volume += figure.volume;
        onFuel.distance += stated;
      }
      if (distance === 0) {
        expect(row?.intervals ?? 0).toBe(0);
        return;
      }
      reached.averages++;
      expect(Math.abs((row?.average ?? Number.NaN) - (100 * volume) / distance)).toBeLessThanOrEqual(0.006);
      if (isCostKnown) reached.costs++;
      else reached.noCosts++;
      if (isCostKnown) expect(Math.abs((row?.costPerDistance ?? Number.NaN) - cost / distance)).toBeLessThanOrEqual(0.006);
      else expect(row?.costPerDistance).toBeNull();
      reached[onFuel.distance > 0 ? 'onFuel' : 'notOnFuel']++;
      reached[tooMuch === undefined ? 'possible' : 'tooMuch']++;
      expect(row?.tooMuchOnFuel?.id).toBe(tooMuch);
      if (onFuel.distance === 0) expect(row?.onFuel).toBeNull();
      // Two decimals of a figure that can be large: a few kilometres may be typed for a whole tank.
      else expect(row?.onFuel?.average).toBeCloseTo((100 * onFuel.volume) / onFuel.distance, 1);
    }),
    { seed: 35, numRuns: 6_000 },
  );
  for (const count of Object.values(reached)) expect(count).toBeGreaterThan(100);
});
