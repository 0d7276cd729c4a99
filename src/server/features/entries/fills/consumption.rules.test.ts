import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fuel, VolumeUnit } from '#contract/fuels.ts';
import { type ConsumptionReason, type FillPoint, figuresOf, reachesBack, type Tank } from './consumption.rules.ts';

const KM: Tank = { unit: 'km', capacityOf: () => null };

/** A fill in the unit of the vehicle and in litres, each on the next day unless said otherwise. */
interface Given extends Partial<Omit<FillPoint, 'reading' | 'volume'>> {
  reading: number | null;
  volume?: number | null;
}

const points = (given: readonly Given[]): FillPoint[] =>
  given.map(({ reading, volume = 40, ...rest }, index) => ({
    ...{ id: index + 1, performedOn: `2026-01-${String(index + 1).padStart(2, '0')}`, segment: 0, isDoubtful: false },
    ...{ fuel: 'petrol' as Fuel, volumeUnit: 'l' as VolumeUnit, isFull: true, isMissedBefore: false, level: null, total: null },
    ...{ distanceOnFuel: null, currency: 'UAH' as const },
    ...{ reading: reading === null ? null : Math.round(reading * 10), volume: volume === null ? null : Math.round(volume * 1000) },
    ...rest,
  }));

/** The values of the fills, or their reasons. */
function valuesOf(given: readonly Given[], tank = KM): (number | ConsumptionReason)[] {
  const figures = figuresOf(points(given), tank);
  return given.map((_, index) => {
    const figure = figures.get(index + 1);
    return figure?.consumption?.value ?? figure?.consumptionReason ?? 'first';
  });
}

const PARTIAL = { isFull: false };
const MISSED = { isMissedBefore: true };

describe('the consumption of a fill', () => {
  test('from one full tank to the next', () => {
    // 100 · 35 / 500
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_500, volume: 35 }])).toEqual(['first', 7]);
  });

  test('sums partial fills, and shows nothing at them', () => {
    // 100 · (20 + 36) / 800
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_300, volume: 20, ...PARTIAL }, { reading: 10_800, volume: 36 }])).toEqual([
      ...['first', 'notFull', 7],
    ]);
  });

  test('goes on over a full fill without a reading, or with a doubtful one', () => {
    // 100 · (30 + 33) / 900
    for (const between of [{ reading: null }, { reading: 99_000, isDoubtful: true }])
      expect(valuesOf([{ reading: 10_000 }, { ...between, volume: 30 }, { reading: 10_900, volume: 33 }])).toEqual([
        ...['first', between.reading === null ? 'noReading' : 'doubtful', 7],
      ]);
  });

  test('is unknown for a stretch with a missed fill, and only for that', () => {
    // 100 · 28 / 400
    expect(valuesOf([{ reading: 10_000 }, { reading: 11_000, volume: 30, ...MISSED }, { reading: 11_400, volume: 28 }])).toEqual([
      ...['first', 'missedBefore', 7],
    ]);
    expect(
      valuesOf([
        { reading: 10_000 },
        { reading: 10_600, volume: 10, ...PARTIAL, ...MISSED },
        { reading: 10_900, volume: 40 },
        { reading: 11_300, volume: 28 },
      ]),
    ).toEqual(['first', 'notFull', 'missedBefore', 7]);
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_300, volume: 10, ...PARTIAL }, { reading: 11_000, ...MISSED }])).toEqual([
      ...['first', 'notFull', 'missedBefore'],
    ]);
  });

  test('counts nothing of an open stretch', () => {
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_500, volume: 35 }, { reading: 10_600, volume: 15, ...PARTIAL }])).toEqual([
      ...['first', 7, 'notFull'],
    ]);
  });

  test('of short stretches differs from that of long ones', () => {
    // 60 / 10; 6 / 0.5
    expect(valuesOf([{ reading: 10_000 }, { reading: 11_000, volume: 60 }, { reading: 11_050, volume: 6 }])).toEqual(['first', 6, 12]);
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_009 }])).toEqual(['first', 'tooShort']);
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_010, volume: 1 }])).toEqual(['first', 10]);
  });

  test('is separate for each fuel, over the whole distance', () => {
    const gas = { fuel: 'gas' as const };
    // 36 / 4; 38 / 4; petrol 8 / 9
    expect(
      valuesOf([
        { reading: 9_900 },
        { reading: 10_000, ...gas },
        { reading: 10_400, volume: 36, ...gas },
        { reading: 10_800, volume: 38, ...gas },
        { reading: 10_800, volume: 8 },
      ]),
    ).toEqual(['first', 'first', 9, 9.5, 0.89]);
  });

  test('from a level, with the capacity of the battery', () => {
    const charges: Given[] = [
      { reading: 10_000, volume: 20, isFull: false, level: 80, fuel: 'electric', volumeUnit: 'kWh' },
      { reading: 10_150, volume: 30, isFull: false, level: 90, fuel: 'electric', volumeUnit: 'kWh' },
    ];
    const tank: Tank = { unit: 'km', capacityOf: (fuel) => (fuel === 'electric' ? 60_000 : null) };
    // (30 − 60 · 0.10) / 1.5
    expect(valuesOf(charges, tank)).toEqual(['first', 16]);
    expect(figuresOf(points(charges), tank).get(2)).toMatchObject({ consumption: { volume: 24, distance: 150, isApproximate: true } });
    expect(valuesOf(charges)).toEqual(['first', 'capacityUnknown']);
    // Two points are the accuracy of a display.
    const equal = charges.map((charge, index) => ({ ...charge, level: 80 + 2 * index }));
    expect(figuresOf(points(equal), KM).get(2)).toMatchObject({ consumption: { value: 20, isApproximate: false } });
    // 60 · 0.30 = 18 of 30 kWh are more than half.
    const far = charges.map((charge, index) => ({ ...charge, level: 60 + 30 * index }));
    expect(valuesOf(far, tank)).toEqual(['first', 'tooShort']);
  });

  test('is unknown over a replaced odometer', () => {
    expect(
      valuesOf([{ reading: 200_000 }, { reading: 200_700, volume: 50, segment: 1 }, { reading: 201_200, volume: 35, segment: 1 }]),
    ).toEqual([...['first', 'odometerReplaced', 7]]);
  });

  test('of hours, miles and gallons', () => {
    // 45 / 12.5
    expect(valuesOf([{ reading: 100 }, { reading: 112.5, volume: 45 }], { ...KM, unit: 'h' })).toEqual(['first', 3.6]);
    expect(valuesOf([{ reading: 100 }, { reading: 100.9, volume: 5 }], { ...KM, unit: 'h' })).toEqual(['first', 'tooShort']);
    const miles: Tank = { ...KM, unit: 'mi' };
    // 300 / 10
    expect(valuesOf([{ reading: 1_000 }, { reading: 1_300, volume: 10, volumeUnit: 'gal_us' }], miles)).toEqual(['first', 30]);
    // 10 US gal = 37.854 l = 8.327 imperial gal; 300 / 8.327
    expect(valuesOf([{ reading: 1_000 }, { reading: 1_300, volume: 8.327, volumeUnit: 'gal_uk' }], miles)).toEqual(['first', 36.03]);
    // 100 · 37.85 / (300 · 1.609344)
    expect(valuesOf([{ reading: 1_000 }, { reading: 1_300, volume: 37.85 }], miles)).toEqual(['first', 7.84]);
    // 100 · 90 / 300
    const power = { volumeUnit: 'kWh' as const, fuel: 'electric' as const };
    expect(
      valuesOf(
        [
          { reading: 1_000, ...power },
          { reading: 1_300, volume: 90, ...power },
        ],
        miles,
      ),
    ).toEqual(['first', 30]);
    // 482.8032 km = 300 mi
    expect(valuesOf([{ reading: 1_000 }, { reading: 1_482.8, volume: 10, volumeUnit: 'gal_us' }])).toEqual(['first', 30]);
  });

  test('of gas in kilograms, and not in two units', () => {
    const gas = { fuel: 'cng' as const, volumeUnit: 'kg' as const };
    expect(
      valuesOf([
        { reading: 10_000, ...gas },
        { reading: 10_200, volume: 8, ...gas },
        { reading: 10_300, volume: 4, ...gas, ...PARTIAL },
        { reading: 10_400, volume: 11, ...gas, volumeUnit: 'm3' },
      ]),
    ).toEqual(['first', 4, 'notFull', 'mixedUnits']);
  });

  test('is unknown for a stretch with an unknown volume', () => {
    expect(valuesOf([{ reading: 10_000 }, { reading: 10_300, volume: null }, { reading: 10_800, volume: 35 }])).toEqual([
      ...['first', 'volumeUnknown', 7],
    ]);
  });

  test('orders the fills of a day by reading, and takes any order', () => {
    const day = { performedOn: '2026-01-01' };
    expect(
      valuesOf([
        { reading: 10_500, volume: 35, ...day },
        { reading: 10_000, ...day },
        { reading: null, volume: 1, ...day },
      ]),
    ).toEqual([...[7, 'first', 'noReading']]);
  });
});

const KM_PER_MILE = 1.609344;
const IN_LITRES: Record<string, number> = { l: 1, gal_us: 3.785411784, gal_uk: 4.54609 };

/** How often random histories reach a case. */
const reached: Record<string, number> = {};
const reach = (name: string): void => {
  reached[name] = (reached[name] ?? 0) + 1;
};

/** The figure of one fill, looked for among all pairs: slowly, from the definitions alone. */
function slowly(fills: readonly FillPoint[], fill: FillPoint, tank: Tank): number | ConsumptionReason {
  const rank = (one: FillPoint) => [one.performedOn, one.segment, one.reading ?? 1e12, one.id] as const;
  const isBefore = (a: FillPoint, b: FillPoint) => {
    const [x, y] = [rank(a), rank(b)];
    const at = x.findIndex((value, index) => value !== y[index]);
    return at >= 0 && (x[at] ?? 0) < (y[at] ?? 0);
  };
  const levelOf = (one: FillPoint) => (one.level === null ? (one.isFull ? 100 : undefined) : one.level);
  const isEnd = (one: FillPoint) => levelOf(one) !== undefined && one.reading !== null && !one.isDoubtful;
  if (levelOf(fill) === undefined) return 'notFull';
  if (fill.reading === null) return 'noReading';
  if (fill.isDoubtful) return 'doubtful';
  const same = fills.filter((one) => one.fuel === fill.fuel);
  const before = same.filter((one) => isEnd(one) && isBefore(one, fill));
  const start = before.find((one) => !before.some((other) => isBefore(one, other)));
  if (!start) return 'first';
  const between = [...same.filter((one) => isBefore(start, one) && isBefore(one, fill)), fill];
  if (between.some((one) => one.isMissedBefore)) return 'missedBefore';
  if (between.some((one) => one.volume === null)) return 'volumeUnknown';
  if (start.segment !== fill.segment) return 'odometerReplaced';
  const isLiquid = fill.volumeUnit in IN_LITRES;
  if (between.some((one) => (isLiquid ? !(one.volumeUnit in IN_LITRES) : one.volumeUnit !== fill.volumeUnit))) return 'mixedUnits';
  const driven = (fill.reading - (start.reading ?? 0)) / 10;
  const km = tank.unit === 'mi' ? driven * KM_PER_MILE : driven;
  if (tank.unit === 'h' ? driven < 1 : km < 10) return 'tooShort';
  let volume = 0;
  for (const one of between) volume += ((one.volume ?? 0) / 1000) * (IN_LITRES[one.volumeUnit] ?? 1);
  const levels = (levelOf(fill) ?? 0) - (levelOf(start) ?? 0);
  if (Math.abs(levels) > 2) {
    const capacity = tank.capacityOf(fill.fuel);
    if (capacity === null || fill.fuel === 'cng') return 'capacityUnknown';
    const more = (capacity / 1000) * (levels / 100);
    if (Math.abs(more) > volume / 2) return 'tooShort';
    volume -= more;
    reach('corrected by levels');
  }
  if (between.length > 1) reach('partial fills');
  if (new Set(between.map((one) => one.volumeUnit)).size > 1) reach('litres and gallons');
  if (start.performedOn === fill.performedOn) reach('same day');
  reach(`figures in ${tank.unit}`);
  if (new Set(fills.map((one) => one.fuel)).size > 1) reach('two fuels');
  const amount = volume / (IN_LITRES[fill.volumeUnit] ?? 1);
  if (tank.unit === 'h') return amount / driven;
  if (fill.volumeUnit.startsWith('gal')) return km / KM_PER_MILE / amount;
  return fill.volumeUnit === 'kWh' && tank.unit === 'mi' ? (100 * volume) / driven : (100 * volume) / km;
}

const UNITS: Record<string, VolumeUnit[]> = { petrol: ['l', 'l', 'gal_us', 'gal_uk'], electric: ['kWh'], cng: ['kg', 'm3'] };
const history = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 12 }),
      growth: fc.integer({ min: 0, max: 6_000 }),
      fuel: fc.constantFrom<Fuel>('petrol', 'petrol', 'electric', 'cng', 'cng'),
      unit: fc.nat(),
      volume: fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 12 }),
      isFull: fc.boolean(),
      isMissedBefore: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      level: fc.option(fc.integer({ min: 0, max: 100 }), { freq: 2 }),
      isKnown: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      isDoubtful: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      isReset: fc.integer({ min: 0, max: 14 }).map((n) => n === 0),
    }),
    { maxLength: 14 },
  )
  .map((entries) => {
    let [reading, segment] = [1_000, 0];
    return entries
      .toSorted((a, b) => a.day - b.day)
      .map(({ day, growth, unit, isKnown, isReset, ...entry }, index): FillPoint => {
        reading += growth;
        if (isReset) segment += 1;
        const units = UNITS[entry.fuel] ?? ['l'];
        const volumeUnit = units[unit % units.length] ?? 'l';
        const place = { segment, performedOn: `2026-01-${day + 10}`, reading: isKnown ? reading : null };
        return { ...entry, ...place, id: index + 1, volumeUnit, total: null, currency: 'UAH', distanceOnFuel: null };
      });
  });

test('agrees with a slow computation on random histories of every kind', () => {
  const tank = fc.record({
    unit: fc.constantFrom('km' as const, 'mi' as const, 'h' as const),
    capacity: fc.option(fc.integer({ min: 1_000, max: 60_000 })),
  });
  fc.assert(
    fc.property(history, tank, fc.nat(), (fills, { unit, capacity }, seed) => {
      const held: Tank = { unit, capacityOf: () => capacity };
      const shuffled = fills.toSorted((a, b) => ((a.id * (seed + 7)) % 11) - ((b.id * (seed + 7)) % 11));
      const figures = figuresOf(shuffled, held);
      expect(figures.size).toBe(fills.length);
      for (const fill of fills) {
        const expected = slowly(fills, fill, held);
        const { consumption, consumptionReason } = figures.get(fill.id) ?? {};
        if (typeof expected === 'string') {
          reach(expected);
          expect(consumptionReason).toBe(expected);
        } else expect(Math.abs((consumption?.value ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.005 + expected * 1e-9);
      }
    }),
    { seed: 35, numRuns: 3_000 },
  );
  const cases = [
    'first',
    'notFull',
    'missedBefore',
    'volumeUnknown',
    'noReading',
    'doubtful',
    'odometerReplaced',
    'mixedUnits',
    'tooShort',
  ];
  const others = ['capacityUnknown', 'corrected by levels', 'partial fills', 'litres and gallons', 'same day', 'two fuels'];
  const all = [...cases, ...others, 'figures in km', 'figures in mi', 'figures in h'];
  expect(all.filter((name) => (reached[name] ?? 0) < 20)).toEqual([]);
});

test('is the same from the fills that are read back from some of them', () => {
  const counts = { cut: 0, whole: 0, 'a day in two parts': 0 };
  fc.assert(
    fc.property(history, fc.nat(), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), (fills, first, size, atOnce) => {
      const newestFirst = fills.toSorted((a, b) => (a.performedOn < b.performedOn ? 1 : a.performedOn > b.performedOn ? -1 : b.id - a.id));
      const wanted = newestFirst.slice(first % (fills.length + 1)).slice(0, size);
      const until = newestFirst.filter(({ performedOn }) => performedOn <= (wanted[0]?.performedOn ?? ''));
      let read = until.slice(0, atOnce);
      while (read.length < until.length && !reachesBack(read, wanted)) read = until.slice(0, read.length + atOnce);
      counts[read.length < until.length ? 'cut' : 'whole'] += 1;
      if (read.length > 0 && read.at(-1)?.performedOn === until[read.length]?.performedOn) counts['a day in two parts'] += 1;
      const [some, all] = [figuresOf(read, KM), figuresOf(fills, KM)];
      for (const { id } of wanted) expect(some.get(id)).toEqual(all.get(id));
    }),
    { seed: 35, numRuns: 3_000 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
