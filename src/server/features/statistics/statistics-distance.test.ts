import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MonthCost, YearChange, YearCost } from '#contract/statistics.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { addRecords } from '#tests/support/reports.ts';

type Entry = readonly [performedOn: string, reading: number, price: number, isReadingRight?: boolean];
type Figures = Partial<Record<'distance' | 'distanceReason' | 'costPerUnit', unknown>>;

/** One or two services a year, so that most periods begin or end between readings. */
const RARE: Entry[] = [
  ['2023-01-01', 100_000, 300],
  ['2023-12-31', 112_000, 900],
  ['2024-06-30', 118_000, 600],
  ['2024-12-31', 124_000, 600],
  ['2025-02-28', 126_000, 50],
  ['2025-12-31', 139_000, 1_250],
  ['2026-06-30', 151_000, 1_200],
];
const REPLACED: Entry[] = [
  ['2019-05-01', 245_000, 100],
  ['2020-05-01', 250_000, 100],
  ['2020-06-01', 10, 5_000],
  ['2022-06-01', 30_010, 100],
  ['2026-06-01', 60_010, 100],
];
describe.each(DATABASES)('distances on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-11-26T12:00:00Z');
  });
  afterAll(() => app.close());

  async function aHistory(entries: readonly Entry[], type: 'car' | 'bicycle' = 'car') {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, type, type === 'car' ? { mileage: '0' } : {});
    const records = entries.map(([performedOn, reading, price, isReadingRight]) => ({
      ...{ performedOn, reading: String(reading), price: String(price), isReadingRight },
    }));
    await addRecords(app, user, id, records);
    const get = async (path: string) => (await app.request('GET', path, { token: user.token })).body.data;
    return {
      of: (query = '') => get(`/api/vehicles/${id}/statistics?${query}`),
      /** The same vehicle in the comparison. */
      compared: async (query = ''): Promise<Figures> => (await get(`/api/statistics/vehicles?${query}`)).extended.vehicles[0],
      archive: () => app.request('POST', `/api/vehicles/${id}/archive`, { token: user.token }),
    };
  }
  const known = (distance: number, costPerUnit: number): Figures => ({ distance, distanceReason: null, costPerUnit });
  const unknown = (code: string, performedOn: string | null = null): Figures => ({
    distance: null,
    distanceReason: { code, performedOn },
    costPerUnit: null,
  });

  test.each([
    ['', known(51_000, 0.0961)],
    ['from=2024-01-01&to=2024-12-31', known(12_000, 0.1)],
    ['from=2026-01-01&to=2026-12-31', known(12_000, 0.1)],
    ['from=2025-12-01', known(25_000, 0.098)],
    ['from=2026-07-01', unknown('noDistance')],
    ['to=2022-12-31', unknown('noReadings')],
    ['to=2023-06-30', unknown('oneReading')],
  ])('the distance of %j counts from the last reading before, also in the comparison', async (query, figures) => {
    const { of, compared } = await aHistory(RARE);
    expect(await of(query)).toMatchObject(figures);
    expect(await compared(query)).toMatchObject(figures);
  });

  test.each(['', 'from=2024-07-01&to=2025-01-31'])('a year is the same in any period, such as %j', async (query) => {
    const { of } = await aHistory(RARE);
    const { years }: { years: YearCost[] } = await of(query);
    const expected: [number, number, number][] = [
      [2023, 12_000, 1_200],
      [2024, 12_000, 1_200],
      [2025, 15_000, 1_300],
      [2026, 12_000, 1_200],
    ];
    expect(years.map(({ year, distance, cost }) => [year, distance, cost])).toEqual(query === '' ? expected : expected.slice(1, 3));
  });

  test('the distances of months are those of their days in the period, and add up to it', async () => {
    const { of } = await aHistory([
      ['2026-01-01', 10_000, 0],
      ['2026-02-28', 11_500, 600],
      ['2026-03-31', 13_000, 900],
    ]);
    const distancesOf = async (query: string) => {
      const { distance, costPerUnit, months } = await of(query);
      return [distance, costPerUnit, months.map((month: MonthCost) => month.distance)];
    };
    expect(await distancesOf('from=2026-01-01&to=2026-03-31')).toEqual([3_000, 0.5, [null, 1_500, 1_500]]);
    expect(await distancesOf('from=2026-02-01&to=2026-03-30')).toEqual([1_500, 0.4, [1_500]]);
  });

  test.each([
    ['', 'goesBack', '2020-06-01'],
    ['from=2019-01-01&to=2019-12-31', 'oneReading', null],
    ['from=2021-01-01&to=2022-12-31', 'goesBack', '2020-06-01'],
    ['from=2026-01-01', 'goesBack', '2022-06-01'],
  ])('with a replaced odometer there is no distance in %j', async (query, code, day) => {
    const { of, compared } = await aHistory(REPLACED);
    expect(await of(query)).toMatchObject(unknown(code, day));
    expect(await compared(query)).toMatchObject(unknown(code, day));
  });

  test('the years of a replaced odometer have reasons, too', async () => {
    const { years }: { years: YearCost[] } = await (await aHistory(REPLACED)).of();
    expect(years.map(({ year, distanceReason }) => [year, distanceReason?.code, distanceReason?.performedOn])).toEqual([
      [2019, 'oneReading', null],
      [2020, 'goesBack', '2020-06-01'],
      [2022, 'goesBack', '2020-06-01'],
      [2026, 'goesBack', '2022-06-01'],
    ]);
  });

  test('a confirmed reading that goes back divides the history', async () => {
    const entries = REPLACED.map(([day, reading, price]): Entry => [day, reading, price, reading === 10]);
    const { years }: { years: YearCost[] } = await (await aHistory(entries)).of();
    expect(years.map(({ year, distance, distanceReason }) => [year, distance ?? distanceReason?.code])).toEqual([
      [2019, 'oneReading'],
      [2020, 'goesBack'],
      [2022, 30_000],
      [2026, 30_000],
    ]);
  });

  test.each<[string, 'car' | 'bicycle', number[], string]>([
    ['no known readings', 'car', [0, 0], 'noReadings'],
    ['one known reading', 'car', [0, 5_000], 'oneReading'],
    ['equal readings', 'car', [5_000, 5_000], 'noDistance'],
    ['years', 'bicycle', [2_024, 2_026], 'bicycle'],
  ])('with %s there is no distance', async (_, type, readings, code) => {
    const { of, compared } = await aHistory(
      readings.map((reading) => ['2026-01-15', reading, 1]),
      type,
    );
    const figures = await of();
    expect(figures).toMatchObject(unknown(code));
    expect([figures.months[0].distance, figures.years[0].distanceReason]).toEqual([null, { code, performedOn: null }]);
    expect(await compared()).toMatchObject(unknown(code));
  });

  test('a year that begins with the first record, or ends after the archiving, is not compared', async () => {
    const on = (moment: string): void => {
      app.clock.now = () => Date.parse(moment);
    };
    on('2026-12-20T12:00:00Z');
    const { of, archive } = await aHistory([['2023-12-02', 90_000, 100], ...RARE.slice(2)]);
    const changes = async (): Promise<unknown[]> => {
      const { yearOverYear } = (await of()).extended;
      return yearOverYear.map(({ year, since, change }: YearChange) => [year, since, change]);
    };
    const compared = (change: number | null): unknown[] => [
      [2023, '2023-12-02', null],
      [2024, null, null],
      [2025, null, 0.0833],
      [2026, null, change],
    ];
    expect(await changes()).toEqual(compared(null));
    on('2027-01-01T00:00:00Z');
    expect(await changes()).toEqual(compared(-0.0769));
    on('2026-12-31T23:59:00Z');
    await archive();
    on('2027-01-02T00:00:00Z');
    expect(await changes()).toEqual(compared(null));
  });
});
