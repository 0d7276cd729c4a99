import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import type { ServiceRecord } from '#contract/records.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';

describe.each(DATABASES)('a doubtful reading on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  /** A car with readings by day, and no mileage in its details unless given. */
  async function aBook(readings: [string, number][] = [], fields: Record<string, string> = {}, type: 'car' | 'bicycle' = 'car') {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, type, type === 'car' ? { mileage: '0', ...fields } : fields);
    const send = (method: Method, rest: string, body?: object, headers = {}) =>
      app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body, headers });
    const add = (performedOn: string, reading: number | string, more = {}, headers = {}) =>
      send('POST', '/records', recordBody({ performedOn, reading, ...more }), headers);
    const made: ServiceRecord[] = [];
    for (const [day, reading] of readings) made.push((await add(day, reading)).body.data);
    return { id, send, add, made, count: async () => (await send('GET', '/records')).body.data.length as number };
  }

  const DECADE: [string, number][] = [
    ['2020-01-01', 50_000],
    ['2024-01-01', 100_000],
  ];

  test('is asked about and not stored, then stored as confirmed', async () => {
    const { add, made, count, id } = await aBook(DECADE);
    const asked = await add('2022-01-01', 500_000, { ask: true }, { 'idempotency-key': 'a-doubtful-record' });
    expect(asked.status).toBe(409);
    expect(asked.body).toMatchObject({
      code: 'entriesApi.doubtful',
      data: {
        reasons: ['higher'],
        before: { id: made[0]?.id, reading: 50_000, performedOn: '2020-01-01' },
        after: { id: made[1]?.id, reading: 100_000, performedOn: '2024-01-01' },
      },
    });
    expect(await count()).toBe(2);
    const confirmed = { ask: true, isReadingRight: true };
    const stored = await add('2022-01-01', 500_000, confirmed, { 'idempotency-key': 'a-doubtful-record' });
    expect([stored.status, stored.body.data.reading, stored.body.isDoubtful]).toEqual([201, 500_000, undefined]);
    const rows = await app.store.db
      .selectFrom('entries')
      .select(['id', 'is_reading_right'])
      .where('vehicle_id', '=', id)
      .where('source', '=', 'typed')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.is_reading_right)).toEqual([0, 0, 1]);
  });

  test('is stored without a question if the client does not ask, and named if it wants to know', async () => {
    const { add } = await aBook(DECADE);
    expect((await add('2020-06-01', 60_000, { ask: false })).body.isDoubtful).toBe(false);
    expect((await add('2022-02-01', 40_000, { ask: false })).body.isDoubtful).toBe(true);
    expect((await add('2022-01-01', 500_000)).body).not.toHaveProperty('isDoubtful');
  });

  test.each([
    ['lower than an earlier one', '2025-01-01', 99_000, ['lower']],
    ['higher than a later one', '2019-01-01', 50_010, ['higher']],
    ['far more than is usual', '2024-01-02', 102_000, ['higher']],
    ['of a day before the vehicle', '2013-12-31', 10, ['beforeYear']],
    ['usual', '2024-01-02', 101_000, undefined],
    ['not known', '2025-01-01', 0, undefined],
  ])('%s', async (_, day, reading, reasons) => {
    const { add } = await aBook(DECADE, { year: '2014' });
    expect((await add(day, reading, { ask: true })).body.data.reasons).toEqual(reasons);
  });

  test('is compared with known readings only', async () => {
    const { add } = await aBook([...DECADE, ['2024-06-01', 0]]);
    expect((await add('2024-07-01', 101_000, { ask: true })).status).toBe(201);
  });

  test('is not compared with the mileage of the details', async () => {
    const today = isoTime(app.clock.now()).slice(0, 10);
    const { add } = await aBook([], { mileage: '199000', year: '2014' });
    expect((await add('2020-11-01', 980_000, { ask: true })).status).toBe(201);
    const { add: later } = await aBook([['2020-11-01', 150_000]], { mileage: '199000', year: '2014' });
    expect((await later(today, 151_000, { ask: true })).status).toBe(201);
    expect((await later(today, 140_000, { ask: true })).body.data).toMatchObject({ reasons: ['lower'], before: { reading: 151_000 } });
  });

  test('of a bicycle is a year, compared with the year of the bicycle alone', async () => {
    const { add } = await aBook([], { year: '2015' }, 'bicycle');
    expect((await add('2020-01-01', '2014', { ask: true })).body.data.reasons).toEqual(['beforeYear']);
    expect((await add('2020-01-01', '2020', { ask: true })).status).toBe(201);
    expect((await add('2021-01-01', '2016', { ask: true })).status).toBe(201);
  });

  test('is asked about in a change only if the day or the reading changes, and a confirmation is for one reading', async () => {
    const { add, send, id } = await aBook(DECADE);
    const record = (await add('2022-01-01', 500_000, { isReadingRight: true })).body.data;
    const change = (body: object) => send('PATCH', `/records/${record.id}`, body);
    expect((await change({ price: 5, ask: true })).status).toBe(200);
    expect((await change({ reading: 500_000, ask: true })).status).toBe(200);
    expect((await change({ reading: 510_000, ask: true })).body.code).toBe('entriesApi.doubtful');
    expect((await change({ performedOn: '2022-01-02', ask: true })).body.code).toBe('entriesApi.doubtful');
    const right = async () =>
      (await app.store.db.selectFrom('entries').select('is_reading_right').where('id', '=', record.id).executeTakeFirstOrThrow())
        .is_reading_right;
    expect(await right()).toBe(1);
    expect((await change({ reading: 510_000 })).status).toBe(200);
    expect(await right()).toBe(0);
    expect((await change({ reading: 75_000, ask: true })).body).toMatchObject({ isDoubtful: false, data: { reading: 75_000 } });
    expect(id).toBeGreaterThan(0);
  });

  test('rejects answers that are no booleans', async () => {
    const { add } = await aBook();
    expect((await add('2022-01-01', 1, { ask: 'yes' })).body.errors).toMatchObject([{ field: 'ask', code: 'validation.invalid' }]);
  });
});
