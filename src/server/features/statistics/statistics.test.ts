import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readingUnitOf } from '#contract/records.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';
import type { PlainRecord } from '#tests/support/plain-spending.ts';
import { type PlainVehicle, plainAll, plainVehicle } from '#tests/support/plain-statistics.ts';
import { insertRecords, randomEntries, randomRecords, seeded } from '#tests/support/random-records.ts';

const TODAY = '2026-05-17';
const SEEDS = [1, 2, 3];
/** More than one page of records. */
const MANY = 9_000;
/** More than one pack of vehicles. */
const BICYCLES = 22;

const PERIODS = [
  {},
  { from: '2024-01-01', to: '2025-12-31' },
  { from: '2020-02-29' },
  { to: '2019-12-31' },
  { from: '2023-12-31', to: '2024-01-01' },
  { from: '2026-05-17', to: '2026-12-31' },
  { from: '1850-01-01', to: '1850-12-31' },
];
const queryOf = (period: Record<string, string>): string => new URLSearchParams(period).toString();

describe.each(DATABASES)('statistics on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse(`${TODAY}T09:00:00Z`);
  });
  afterAll(() => app.close());

  const get = async (path: string, user: TestUser) => {
    const { status, body } = await app.request('GET', path, { token: user.token });
    expect({ path, status, code: body.code }).toEqual({ path, status: 200, code: undefined });
    return body.data;
  };

  async function vehiclesOf(user: TestUser): Promise<PlainVehicle[]> {
    const rows = await app.store.db
      .selectFrom('vehicles')
      .select(['id', 'vehicle_type', 'brand', 'model', 'year', 'vin', 'hin_number', 'serial_number', 'mileage_unit'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute();
    return rows.map(({ id, vehicle_type: vehicleType, brand, model, year, mileage_unit: unit, ...row }) => ({
      ...{ id, vehicleType, brand, model, year },
      number: row.vin ?? row.hin_number ?? row.serial_number ?? '',
      unit: readingUnitOf(vehicleType, unit),
    }));
  }

  describe.each(SEEDS)('of random records, seed %i', (seed) => {
    let user: TestUser;
    let vehicles: PlainVehicle[];
    let records: PlainRecord[];
    beforeAll(async () => {
      user = await aUser(app, { tariff: 'business' });
      await aVehicle(app, user, 'car');
      await aVehicle(app, user, 'truck', { mileageUnit: 'mi' });
      await aVehicle(app, user, 'boat', { mileageUnit: 'h' });
      const { id } = await aVehicle(app, user, 'bicycle');
      await fillVehicles(app.store, id, BICYCLES);
      vehicles = await vehiclesOf(user);
      const counts = [300, 260, seed === 1 ? MANY : 40, 210, 0, 1, 2];
      const random = seeded(seed);
      records = await insertRecords(
        app.store,
        vehicles.flatMap(({ id: vehicleId, unit }, index) =>
          // Work alone where the distances of months are added, and the names of a long history.
          (index === 1 || index === 2 ? randomRecords : randomEntries)(
            { vehicleId, unit, count: counts[index] ?? 5, isInOrder: index === 1 },
            random,
          ),
        ),
      );
    });

    test.each(PERIODS)('each vehicle has the figures of a slow computation in %j', async (period) => {
      for (const vehicle of vehicles.slice(0, 8)) {
        const own = records.filter(({ vehicleId }) => vehicleId === vehicle.id);
        const answer = await get(`/api/vehicles/${vehicle.id}/statistics?${queryOf(period)}`, user);
        expect(answer).toEqual(plainVehicle(own, vehicle, period, TODAY));
      }
    });

    test.each(PERIODS)('all vehicles together have the figures of a slow computation in %j', async (period) => {
      expect(await get(`/api/statistics/vehicles?${queryOf(period)}`, user)).toEqual(plainAll(vehicles, records, period, TODAY));
    });

    test('the distances of the months add up to the whole where readings are in order', async () => {
      const { distance, months, years } = await get(`/api/vehicles/${vehicles[1]?.id}/statistics`, user);
      const sum = (spans: { distance: number | null }[]): number => spans.reduce((total, span) => total + (span.distance ?? 0), 0);
      expect(distance).toBeGreaterThan(0);
      expect(sum(months)).toBe(distance);
      expect(sum(years)).toBe(distance);
    });
  });

  async function aBook(rows: Partial<PlainRecord>[], type: 'car' | 'boat' = 'car') {
    const user = await aUser(app, { tariff: 'business' });
    const { id: vehicleId } = await aVehicle(app, user, type, type === 'boat' ? { mileageUnit: 'h' } : {});
    const usual = {
      vehicleId,
      operationName: 'x',
      partName: '-',
      partCode: '-',
      price: 100,
      reading: 0,
      performedOn: '2026-01-15',
      kind: 'work' as const,
      costGroup: null,
      currency: 'UAH' as const,
    };
    await insertRecords(
      app.store,
      rows.map((row) => ({ ...usual, ...row })),
    );
    return { user, vehicleId, read: (query = '') => get(`/api/vehicles/${vehicleId}/statistics?${query}`, user) };
  }

  test('tenths of hours', async () => {
    const { read } = await aBook([{ reading: 6_125 }, { reading: 6_180, price: 300 }], 'boat');
    expect(await read()).toMatchObject({ unit: 'h', distance: 5.5, costPerUnit: 0.7273 });
  });

  test('shows the newest spelling of a name, the last price of a part, and what belongs to no part', async () => {
    const { read } = await aBook([
      { operationName: 'Заміна ОЛИВИ', performedOn: '2026-03-02', partName: 'Олива', partCode: 'оf 1', price: 700 },
      { operationName: 'заміна оливи', performedOn: '2026-03-02', partName: 'Олива 5W', partCode: 'OF-1', price: 300 },
      { operationName: 'ЗАМІНА ОЛИВИ', performedOn: '2025-01-01', partName: 'фільтр', price: 50 },
      { operationName: 'Мийка', performedOn: '2026-04-01', price: 10 },
    ]);
    expect(await read()).toMatchObject({
      operations: [
        { name: 'заміна оливи', records: 3, cost: 10.5 },
        { name: 'Мийка', records: 1, cost: 0.1 },
      ],
      others: { records: 0, cost: 0 },
      extended: {
        parts: [
          { name: 'Олива 5W', code: 'OF-1', hasOtherNames: true, records: 2, cost: 10, lastPrice: 3, lastDay: '2026-03-02' },
          { name: 'фільтр', code: '', hasOtherNames: false, records: 1, cost: 0.5, lastPrice: 0.5, lastDay: '2025-01-01' },
        ],
        otherParts: { records: 0, cost: 0 },
        withoutPart: { records: 1, cost: 0.1 },
      },
    });
  });

  test.each([
    ['2025-10-31', 200],
    ['2025-11-01', null],
    ['2022-03-31', 33],
  ])('the forecast with a first record on %s is %s', async (first, forecast) => {
    const { read } = await aBook([
      { performedOn: first, price: 77_700 },
      { performedOn: '2026-04-30', price: 10_000 },
      { performedOn: '2026-05-01', price: 99_900 },
    ]);
    const { extended } = await read('from=2026-05-01');
    expect(extended.forecast).toEqual(
      forecast === null ? null : { total: forecast, planned: 0, energy: 0, irregular: forecast, standing: 0 },
    );
  });

  test('a year is compared with the one before only if both are complete, in any period', async () => {
    const { read } = await aBook([
      { performedOn: '2022-07-01', price: 100 },
      { performedOn: '2024-07-01', price: 200 },
      { performedOn: '2025-07-01', price: 250 },
      { performedOn: '2026-05-01', price: 300 },
    ]);
    const years = [
      { year: 2022, since: '2022-07-01', until: null, cost: 1, previousCost: null, change: null },
      { year: 2024, since: null, until: null, cost: 2, previousCost: 0, change: null },
      { year: 2025, since: null, until: null, cost: 2.5, previousCost: 2, change: 0.25 },
      { year: 2026, since: null, until: TODAY, cost: 3, previousCost: 2.5, change: null },
    ];
    expect((await read()).extended.yearOverYear).toEqual(years);
    expect((await read('from=2024-08-01&to=2025-06-30')).extended.yearOverYear).toEqual(years.slice(1, 3));
  });

  test('lists at most 500 prices of a part code, newest first, in any case', async () => {
    const { user, vehicleId } = await aBook(
      Array.from({ length: 4_100 }, (_, n) => ({
        performedOn: n < 3_000 ? '2024-05-01' : '2025-05-01',
        partCode: ['ОФ-1', 'оф-1', 'ОФ-10'][n % 10] ?? 'other',
        price: n,
        reading: n * 10,
      })),
    );
    const prices = await get(`/api/vehicles/${vehicleId}/statistics/parts?code=${encodeURIComponent('Оф 1')}`, user);
    expect(prices).toHaveLength(500);
    expect(prices[0]).toEqual({ performedOn: '2025-05-01', price: 40.91, reading: 4_091, operationName: 'x' });
    expect(prices.map(({ reading }: { reading: number }) => reading)).toEqual(
      Array.from({ length: 4_100 }, (_, n) => 4_099 - n)
        .filter((n) => n % 10 < 2)
        .slice(0, 500),
    );
    expect(await get(`/api/vehicles/${vehicleId}/statistics/parts?code=unknown`, user)).toEqual([]);
  });
});
