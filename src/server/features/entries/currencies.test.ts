import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Currency, CurrencyChange } from '#contract/tariffs.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser, vehicleForm } from '#tests/support/builders.ts';

const WORK = recordBody({ performedOn: '2026-05-01', price: '4000', reading: '10000' });
const FILL = { performedOn: '2026-05-02', fuel: 'diesel', volume: '40', volumeUnit: 'l', total: '2000' };
const COST = { performedOn: '2026-05-03', category: 'parking', title: 'Паркування', total: '30' };

describe.each(DATABASES)('currencies on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-05-31T12:00:00Z');
  });
  afterAll(() => app.close());

  async function aBook() {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, 'car', { fuelType: 'diesel' });
    const request = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      app.request(method, `/api/vehicles/${id}${path}`, { token: user.token, ...(body && { body }) });
    const get = async (path: string) => (await request('GET', path)).body;
    return { user, id, request, get };
  }

  const changeTo = async ({ token }: TestUser, currency: Currency, currencyChange?: CurrencyChange) => {
    const form = await vehicleForm({ firstName: 'Олена', lastName: 'Коваль', currency, ...(currencyChange && { currencyChange }) }, null);
    expect((await app.request('PATCH', '/api/users/change-profile', { token, body: form })).status).toBe(200);
  };
  const EURO = [{ currency: 'EUR', count: 1, amount: 120 }];

  test('an entry keeps its own, and sums name what is in others', async () => {
    const { user, id, request, get } = await aBook();
    const old = (await request('POST', '/records', recordBody({ ...WORK, price: '100' }))).body.data;
    await changeTo(user, 'EUR');
    const paid = (await request('PATCH', `/records/${old.id}`, { price: '120 €', currency: 'EUR' })).body.data;
    expect(paid).toMatchObject({ price: 120, currency: 'EUR' });
    await changeTo(user, 'UAH', 'fromNow');
    for (const [path, body] of [
      ['/records', WORK],
      ['/fills', FILL],
      ['/costs', COST],
    ] as const)
      expect((await request('POST', path, { ...body, currency: 'UAH' })).body.data).toMatchObject({ currency: 'UAH' });
    expect((await get('')).data).toMatchObject({
      ...{ totalCost: 4_000, recordCount: 2, spentTotal: 6_030, entryCount: 4, spentYear: 6_030 },
      ...{ otherCurrencies: EURO, otherCurrenciesYear: EURO },
    });
    const [car] = (await app.request('GET', '/api/vehicles?year=2020', { token: user.token })).body.data;
    expect(car).toMatchObject({ otherCurrencies: EURO, otherCurrenciesYear: [] });
    for (const limit of ['', '?limit=1']) expect(await get(`/records${limit}`)).toMatchObject({ totalCost: 4_000, otherCurrencies: EURO });
    for (const query of ['', '&q=2026'])
      expect((await get(`/timeline?kind=work,fill,cost${query}`)).years).toEqual([
        {
          ...{ year: '2026', records: 4, cost: 6_030, otherCurrencies: EURO },
          kinds: {
            work: { count: 2, sum: 4_000, otherCurrencies: EURO },
            fill: { count: 1, sum: 2_000, otherCurrencies: [] },
            cost: { count: 1, sum: 30, otherCurrencies: [] },
          },
        },
      ]);
    expect((await get('/statistics')).data).toMatchObject({
      ...{ records: 3, totalCost: 6_030, otherCurrencies: EURO, years: [{ year: 2026, cost: 6_030, otherCurrencies: EURO }] },
      operations: [{ records: 1, cost: 4_000 }],
    });
    expect((await app.request('GET', '/api/statistics/vehicles', { token: user.token })).body.data.extended.vehicles).toMatchObject([
      { id, cost: 6_030, otherCurrencies: EURO },
    ]);
  });

  test('a change relabels what is in the old one, unless it applies to new entries only', async () => {
    const { user, request, get } = await aBook();
    const { id } = (await request('POST', '/records', WORK)).body.data;
    const deleted = (await request('POST', '/costs', COST)).body.data;
    await request('DELETE', `/costs/${deleted.id}`);
    await request('PUT', '/values/2023-01-01', { kind: 'purchase', amount: '600000' });
    const line = (await request('POST', '/plan', { title: 'Олива', everyMonths: 12, expectedCost: '3000' })).body.data;
    const labels = async () => {
      const [value] = (await get('/values')).data;
      const [planned] = (await get('/plan')).data;
      return [(await get('/records')).data[0].currency, value.currency, planned.currency];
    };
    await changeTo(user, 'EUR', 'fromNow');
    expect(await labels()).toEqual(['UAH', 'UAH', 'UAH']);
    // Amounts that are there keep their currency while they are changed.
    const foreign = { status: 400, body: { errors: [{ code: 'validation.number.currency' }] } };
    expect(await request('PATCH', `/records/${id}`, { price: '5 €' })).toMatchObject(foreign);
    expect(await request('PATCH', `/plan/${line.id}`, { expectedCost: '5 €' })).toMatchObject(foreign);
    expect((await request('PATCH', `/plan/${line.id}`, { expectedCost: '3100 ₴' })).body.data).toMatchObject({ currency: 'UAH' });
    expect((await request('PATCH', `/plan/${line.id}`, { expectedCost: null })).status).toBe(200);
    expect((await request('PATCH', `/plan/${line.id}`, { expectedCost: '70 €' })).body.data).toMatchObject({ currency: 'EUR' });
    await request('PUT', '/values/2026-01-01', { kind: 'valuation', amount: '9000' });
    expect((await get('/statistics')).data).toMatchObject({ totalCost: 0, depreciation: null });
    await changeTo(user, 'PLN', 'relabel');
    expect(await labels()).toEqual(['UAH', 'UAH', 'PLN']);
    await changeTo(user, 'UAH', 'fromNow');
    expect((await get('')).data).toMatchObject({ spentTotal: 4_000, otherCurrencies: [] });
    // As the call of the specification does, also for what can be restored.
    await changeTo(user, 'GBP');
    expect(await labels()).toEqual(['GBP', 'GBP', 'PLN']);
    expect((await request('POST', `/costs/${deleted.id}/restore`)).body.data).toMatchObject({ currency: 'GBP' });
    expect((await get('')).data).toMatchObject({ spentTotal: 4_030, otherCurrencies: [] });
  });

  test('a form that shows another one than the account or the entry has by now is rejected', async () => {
    const { user, request } = await aBook();
    const old = (await request('POST', '/records', WORK)).body.data;
    await changeTo(user, 'EUR', 'fromNow');
    const outdated = (field: string) => ({ status: 400, body: { errors: [{ field, code: 'validation.currency' }] } });
    expect(await request('POST', '/records', { ...WORK, currency: 'UAH' })).toMatchObject(outdated('price'));
    expect(await request('POST', '/fills', { ...FILL, currency: 'UAH' })).toMatchObject(outdated('total'));
    expect(await request('POST', '/costs', { ...COST, currency: 'UAH' })).toMatchObject(outdated('total'));
    expect(await request('PATCH', `/records/${old.id}`, { price: '1', currency: 'EUR' })).toMatchObject(outdated('price'));
    expect((await request('PATCH', `/records/${old.id}`, { price: '1', currency: 'UAH' })).status).toBe(200);
    expect(await request('POST', '/records', { ...WORK, currency: 'XXX' })).toMatchObject({ status: 400 });
  });

  test('fuel costs leave out stretches that were paid for in another one', async () => {
    const { user, request, get } = await aBook();
    const fill = async (day: number, reading: number, total: string) =>
      expect((await request('POST', '/fills', { ...FILL, performedOn: `2026-05-0${day}`, reading: `${reading}`, total })).status).toBe(201);
    await fill(1, 10_000, '2000');
    await fill(2, 10_500, '2000');
    await changeTo(user, 'EUR', 'fromNow');
    await fill(3, 11_000, '80');
    await fill(4, 11_500, '60');
    const [diesel] = (await get('/consumption')).data;
    // 140 € for 1,000 km and 80 l; all stretches have a consumption.
    expect(diesel).toMatchObject({ costPerDistance: 14, pricePerUnit: 1.75, average: 8, distance: 1_500 });
    expect(diesel.otherCurrencies).toEqual([{ currency: 'UAH', count: 2, amount: 4_000 }]);
    expect(diesel.prices).toHaveLength(2);
  });

  test('a value can be put back in its own', async () => {
    const { user, request, get } = await aBook();
    await changeTo(user, 'EUR', 'fromNow');
    expect((await request('PUT', '/values/2023-01-01', { kind: 'purchase', amount: '600000 ₴' })).status).toBe(400);
    await request('PUT', '/values/2023-01-01', { kind: 'purchase', amount: '600000 ₴', currency: 'UAH' });
    expect((await get('/values')).data).toMatchObject([{ amount: 600_000, currency: 'UAH' }]);
  });
});
