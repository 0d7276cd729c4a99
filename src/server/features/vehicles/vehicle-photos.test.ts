import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { sharpImages } from '#server/ports/images.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';

describe.each(DATABASES)('a photo on %s is decoded only when the request can succeed', (kind) => {
  let app: TestApp;
  let decoded = 0;
  beforeAll(async () => {
    app = await testApp(kind, {
      images: {
        ...sharpImages(),
        encode: async () => {
          decoded += 1;
          return { mediaType: 'image/jpeg', bytes: new Uint8Array([1]) };
        },
      },
    });
  });
  beforeEach(() => {
    decoded = 0;
  });
  afterAll(() => app.close());

  const create = async (user: TestUser, headers = {}, fields = vehicleFields('bicycle')) =>
    app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields), headers });
  const change = async (user: TestUser, id: number, fields: Record<string, string>) =>
    app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, form: await vehicleForm(fields) });

  test('not at the limit of the tariff', async () => {
    const user = await aUser(app);
    expect((await create(user)).status).toBe(201);
    expect((await create(user)).body.code).toBe('carsApi.limit');
    expect(decoded).toBe(1);
  });

  test('not at the limit of an account', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = (await create(user)).body.data;
    await fillVehicles(app.store, id, VEHICLES_PER_ACCOUNT - 1);
    expect((await create(user)).body.code).toBe('carsApi.accountLimit');
    expect(decoded).toBe(1);
  });

  test('not for an idempotency key that already created a vehicle or a record', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const fields = vehicleFields('bicycle');
    const first = await create(user, { 'idempotency-key': 'the-same-vehicle' }, fields);
    const again = await create(user, { 'idempotency-key': 'the-same-vehicle' }, fields);
    expect(again.body.data).toEqual(first.body.data);
    const path = `/api/vehicles/${first.body.data.id}/records`;
    await app.request('POST', path, {
      token: user.token,
      body: recordBody({ reading: '2020' }),
      headers: { 'idempotency-key': 'made-a-record' },
    });
    expect((await create(user, { 'idempotency-key': 'made-a-record' })).body.code).toBe('api.idempotencyKey.used');
    expect(decoded).toBe(1);
  });

  test('not for an invalid change, or a change of a hidden vehicle or one of another user', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { id } = await aVehicle(app, user, 'car');
    const hidden = await aVehicle(app, user, 'boat');
    decoded = 0;
    expect((await change(await aUser(app), id, {})).body.code).toBe('carsApi.404');
    expect((await change(user, id, { hinNumber: 'ABCDEFGHJ123' })).body.code).toBe('carsApi.400');
    await app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute();
    expect((await change(user, hidden.id, {})).body.code).toBe('carsApi.hidden');
    expect(decoded).toBe(0);
    expect((await change(user, id, {})).status).toBe(200);
    expect(decoded).toBe(1);
  });

  test('the limit is checked again in the transaction, in case the tariff ended after the first check', async () => {
    const user = await aUser(app, { tariff: 'family' });
    await create(user);
    app.beforeTransaction(() =>
      app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute(),
    );
    expect((await create(user)).body.code).toBe('carsApi.limit');
    expect(decoded).toBe(2);
  });
});
