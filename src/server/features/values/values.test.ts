import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VALUES_MAX } from '#contract/limits.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { addRecords } from '#tests/support/reports.ts';

describe.each(DATABASES)('values of a vehicle on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-05-17T12:00:00Z');
  });
  afterAll(() => app.close());

  async function aCar() {
    const user = await aUser(app, { tariff: 'family' });
    const { id } = await aVehicle(app, user, 'car');
    const request = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
      app.request(method, `/api/vehicles/${id}${path}`, { token: user.token, ...(body && { body }) });
    return { user, id, request, put: (day: string, body: object) => request('PUT', `/values/${day}`, body) };
  }

  test('are listed by day, replaced and deleted', async () => {
    const { request, put } = await aCar();
    expect((await put('2026-01-01', { kind: 'valuation', amount: '420 000' })).body).toMatchObject({
      code: 'valuesApi.update.success',
      data: { day: '2026-01-01', kind: 'valuation', amount: 420_000 },
    });
    await put('2023-01-01', { kind: 'purchase', amount: '600 000,50' });
    await put('2026-01-01', { kind: 'sale', amount: '410000' });
    expect((await request('GET', '/values')).body.data).toEqual([
      { day: '2023-01-01', kind: 'purchase', amount: 600_000.5, currency: 'UAH' },
      { day: '2026-01-01', kind: 'sale', amount: 410_000, currency: 'UAH' },
    ]);
    for (let times = 0; times < 2; times += 1) expect((await request('DELETE', '/values/2026-01-01')).status).toBe(200);
    expect((await request('GET', '/values')).body.data).toHaveLength(1);
  });

  test('of an archived vehicle can be changed: what it was sold for is known last', async () => {
    const { user, id, request, put } = await aCar();
    expect((await app.request('POST', `/api/vehicles/${id}/archive`, { token: user.token })).status).toBe(200);
    expect((await put('2026-05-16', { kind: 'sale', amount: '410000' })).status).toBe(200);
    expect((await request('GET', '/values')).body.data).toHaveLength(1);
    expect((await request('DELETE', '/values/2026-05-16')).status).toBe(200);
    app.beforeTransaction(() => app.store.db.deleteFrom('vehicles').where('id', '=', id).execute());
    expect(await put('2026-05-16', { kind: 'sale', amount: '1' })).toMatchObject({ status: 404, body: { code: 'carsApi.404' } });
  });

  test.each([
    ['2026-05-16', { kind: 'gift', amount: '1' }, 'kind', 'validation.choice'],
    ['2026-05-16', { kind: 'sale', amount: '' }, 'amount', 'validation.required'],
    ['2026-05-16', { kind: 'sale', amount: '5 $' }, 'amount', 'validation.number.currency'],
    ['2026-05-16', { kind: 'sale', amount: '-5' }, 'amount', undefined],
  ])('of %s with %j are rejected', async (day, body, field, code) => {
    const { put, request } = await aCar();
    const answer = await put(day, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'valuesApi.400', errors: [{ field, ...(code && { code }) }] } });
    expect((await request('GET', '/values')).body.data).toEqual([]);
  });

  test.each(['2999-01-01', '2026-02-30', '26-1-1', 'x'])('of the day %s are rejected', async (day) => {
    expect((await (await aCar()).put(day, { kind: 'sale', amount: '1' })).status).toBe(400);
  });

  test('give the depreciation and the full cost of a kilometre', async () => {
    const { user, id, request, put } = await aCar();
    await put('2023-01-01', { kind: 'purchase', amount: '600000' });
    await put('2026-01-01', { kind: 'valuation', amount: '420000' });
    await addRecords(app, user, id, [
      { performedOn: '2024-12-31', reading: '50000', price: '1' },
      { performedOn: '2025-12-31', reading: '65000', price: '15000' },
    ]);
    // Case 17: 59,945.26 in 2025, over 15,000 km; with 15,000 spent (59,945.26 + 15,000) : 15,000.
    expect((await request('GET', '/statistics?from=2025-01-01&to=2025-12-31')).body.data).toMatchObject({
      ...{ distance: 15_000, depreciation: { amount: 59_945.26, valueOn: '2026-01-01' } },
      ...{ costPerUnit: 1, fullCostPerUnit: 4.9964 },
    });
    expect((await request('GET', '/statistics?from=2026-01-02')).body.data).toMatchObject({ depreciation: null, fullCostPerUnit: null });
  });

  test('of 50 days can be replaced, and one more is rejected', async () => {
    const { put } = await aCar();
    const dayOf = (number: number): string => new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
    for (let number = 0; number < VALUES_MAX; number += 1) await put(dayOf(number), { kind: 'valuation', amount: '1' });
    expect((await put(dayOf(0), { kind: 'purchase', amount: '2' })).status).toBe(200);
    expect(await put(dayOf(VALUES_MAX), { kind: 'sale', amount: '3' })).toMatchObject({ status: 403, body: { code: 'valuesApi.limit' } });
  });

  test('go with the vehicle', async () => {
    const { id, request, put } = await aCar();
    await put('2026-01-01', { kind: 'valuation', amount: '1' });
    await request('DELETE', '');
    expect(await app.store.db.selectFrom('vehicle_values').select('day').where('vehicle_id', '=', id).execute()).toEqual([]);
  });
});
