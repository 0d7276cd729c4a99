import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { latestToday } from '#contract/fields.ts';
import { RECORDS_PER_VEHICLE, RECORDS_UNPAGED_MAX } from '#contract/limits.ts';
import type { AuthorizedVehicleId } from '#server/authorized.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { workRow } from '#tests/support/work-rows.ts';
import { entriesRepo } from '../entries.repo.ts';

const DAY = '2026-06-14';

describe.each(DATABASES)('records on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(type: Parameters<typeof aVehicle>[2] = 'car', overrides: Record<string, string> = {}) {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, type, overrides);
    const path = `/api/vehicles/${id}/records`;
    return { user, path, post: (body: object, headers = {}) => app.request('POST', path, { token: user.token, body, headers }) };
  }
  const list = async (user: TestUser, path: string) => (await app.request('GET', path, { token: user.token })).body;

  test('lists the newest day first, then the newest record, with the exact sum', async () => {
    const { user, path, post } = await aBook();
    const made = [];
    for (const [performedOn, price] of [
      ['2024-05-01', '0,10'],
      ['2025-05-01', '1 093,05 ₴'],
      ['2025-05-01', '0.20'],
      ['2023-05-01', 0],
    ] as const)
      made.push((await post(recordBody({ performedOn, price }))).body.data);
    expect(await list(user, path)).toEqual({
      success: true,
      data: [made[2], made[1], made[0], made[3]],
      totalCost: 1093.35,
      otherCurrencies: [],
      nextCursor: null,
    });
  });

  test('suggests operations: of this vehicle with their last part and price, of other usable vehicles by name', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [car, boat] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    const add = (id: number, fields: Record<string, unknown>) =>
      app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody(fields) });
    const operations = async ({ token }: TestUser) => (await list({ ...user, token }, `/api/vehicles/${car.id}/operations`)).data;
    expect(await operations(user)).toEqual([]);

    await add(car.id, { operationName: 'Гальма', performedOn: '2026-05-05' });
    await add(car.id, { operationName: 'заміна ОЛИВИ', performedOn: '2024-05-01', price: 900, partName: 'Олива', partCode: '5W-30' });
    await add(car.id, { operationName: 'Заміна оливи', performedOn: '2025-05-01', price: '1 865,50', partName: 'Фільтр', partCode: '-' });
    await add(boat.id, { operationName: 'Вал', performedOn: '2026-05-05' });
    for (let n = 0; n < 3; n++) await add(boat.id, { operationName: 'Гвинт', performedOn: '2020-05-05' });
    await add(boat.id, { operationName: 'ГАЛЬМА', performedOn: '2026-05-05' });
    for (const operationName of ['Ремонт зʼєднань', "ремонт З'ЄДНАНЬ"]) await add(boat.id, { operationName, performedOn: '2019-05-05' });
    await add(boat.id, { operationName: 'Заміна оливи ', performedOn: '2026-05-05' });
    const own = [
      {
        operationName: 'Заміна оливи',
        last: { partName: 'Фільтр', partCode: '-', price: 1865.5, currency: 'UAH', performedOn: '2025-05-01' },
      },
      { operationName: 'Гальма', last: expect.objectContaining({ performedOn: '2026-05-05' }) },
    ];
    expect(await operations(user)).toEqual([
      ...own,
      { operationName: 'Гвинт', last: null },
      { operationName: "ремонт З'ЄДНАНЬ", last: null },
      { operationName: 'Вал', last: null },
    ]);
    expect(await operations(await aUser(app))).toBeUndefined();

    await app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute();
    expect(await operations(user)).toEqual(own);
  });

  test('returns every record once and in order by cursor, even while records are added and deleted', async () => {
    const { user, path, post } = await aBook();
    for (const performedOn of ['2024-05-01', '2024-05-01', '2024-05-01', '2025-05-01', '2023-05-01', '2024-05-01', '2022-05-01'])
      await post(recordBody({ performedOn, price: '0,10' }));
    const whole = await list(user, path);
    const pages: { data: { id: number }[]; totalCost: number; nextCursor: string | null }[] = [];
    do {
      const cursor = pages.at(-1)?.nextCursor;
      pages.push(await list(user, `${path}?limit=2${cursor ? `&cursor=${cursor}` : ''}`));
    } while (pages.at(-1)?.nextCursor);
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
    expect(pages.map(({ totalCost }) => totalCost)).toEqual([0.7, 0.7, 0.7, 0.7]);

    await app.request('DELETE', `${path}/${pages[0]?.data[1]?.id}`, { token: user.token });
    await post(recordBody({ performedOn: '2026-05-01' }));
    const second = await list(user, `${path}?limit=2&cursor=${pages[0]?.nextCursor}`);
    expect(second.data).toEqual(pages[1]?.data);
  });

  test('returns the newest 2,000 without a limit, with a cursor to the rest', async () => {
    const { user, path } = await aBook();
    await fillRecords(app.store, Number(path.split('/')[3]), RECORDS_UNPAGED_MAX + 1);
    const first = await list(user, path);
    expect(first.data).toHaveLength(RECORDS_UNPAGED_MAX);
    expect(first.totalCost).toBe(RECORDS_UNPAGED_MAX + 1);
    const rest = await list(user, `${path}?cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ data: [{ partCode: 'P0' }], totalCost: RECORDS_UNPAGED_MAX + 1, nextCursor: null });
  });

  test.each(['limit=0', 'limit=-1', 'limit=501', 'limit=1.5', 'cursor=x', 'cursor=2024-05-01', 'cursor=2024-05-01_0'])(
    'rejects a page with %s',
    async (query) => {
      const { user, path } = await aBook();
      const { status, body } = await app.request('GET', `${path}?${query}`, { token: user.token });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'api.validation' });
    },
  );

  test('does not exceed the limit of a vehicle with parallel requests', async () => {
    const { user, path, post } = await aBook();
    await fillRecords(app.store, Number(path.split('/')[3]), RECORDS_PER_VEHICLE - 3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(recordBody())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status, body }) => status === 403 && body.code === 'recordsApi.limit')).toHaveLength(5);
    const { recordCount } = (await app.request('GET', path.replace('/records', ''), { token: user.token })).body.data;
    expect(recordCount).toBe(RECORDS_PER_VEHICLE);
  });

  test('inserts in a single statement only if the vehicle exists, is not archived and has the checked type and unit', async () => {
    const { path } = await aBook();
    const vehicle_id = Number(path.split('/')[3]) as AuthorizedVehicleId;
    const { insertInOneStatement } = entriesRepo(app.store.db);
    const at = { performed_on: DAY, created_at: DAY };
    const work = workRow({ vehicle_id, operation_name: 'a', part_name: 'b', part_code: '-', price: 1, reading: 981_000, ...at });
    const row = { ...work, cost_group: null, place: null, note: null };
    const facts = { vehicle_type: 'car', mileage_unit: 'km' } as const;
    for (const other of [
      { ...facts, mileage_unit: 'mi' },
      { ...facts, mileage_unit: null },
      { ...facts, vehicle_type: 'truck' },
    ] as const)
      expect(await insertInOneStatement({ ...row, vehicle_id }, other)).toBeUndefined();
    expect(await insertInOneStatement({ ...row, vehicle_id: 0 as AuthorizedVehicleId }, facts)).toBeUndefined();
    expect(await insertInOneStatement({ ...row, vehicle_id }, facts)).toMatchObject({ reading: 981_000, performed_on: DAY });
    await app.store.db.updateTable('vehicles').set({ archived_at: DAY }).where('id', '=', vehicle_id).execute();
    expect(await insertInOneStatement({ ...row, vehicle_id }, facts)).toBeUndefined();
  });

  test('accepts only the currency sign of the owner in a new price, and that of the record in its own', async () => {
    const { user, path, post } = await aBook();
    const first = (await post(recordBody({ price: '12 ₴' }))).body.data;
    expect(first.price).toBe(12);
    const patch = (price: unknown) => app.request('PATCH', `${path}/${first.id}`, { token: user.token, body: { price } });
    const rejected = { status: 400, body: { code: 'recordsApi.400', errors: [{ field: 'price', code: 'validation.number.currency' }] } };
    for (const price of ['$12', '12 EUR', '12 ₽', '$12 ₴']) {
      expect(await post(recordBody({ price })), price).toMatchObject(rejected);
      expect(await patch(price), price).toMatchObject(rejected);
    }
    expect((await patch('13 грн')).body.data.price).toBe(13);
    expect((await patch(0)).body.data.price).toBe(0);
    await app.store.db.updateTable('users').set({ currency: 'USD' }).where('id', '=', user.id).execute();
    expect(await patch('$14')).toMatchObject(rejected);
    expect((await patch('14 ₴')).body.data).toMatchObject({ price: 14, currency: 'UAH' });
    expect((await post(recordBody({ price: '$15' }))).body.data).toMatchObject({ price: 15, currency: 'USD' });
    expect((await list(user, path)).data).toHaveLength(2);
  });

  test('uses today if no day is sent', async () => {
    const { post } = await aBook();
    const { performedOn: _, ...body } = recordBody();
    expect((await post(body)).body.data.performedOn).toBe(new Date(app.clock.now()).toISOString().slice(0, 10));
  });

  test('rejects each invalid field with 400 and its own error code', async () => {
    const { user, path, post } = await aBook();
    const tomorrow = new Date(Date.parse(latestToday()) + 86_400_000).toISOString().slice(0, 10);
    const cases: [object, string, string][] = [
      [{ operationName: ' ' }, 'operationName', 'validation.required'],
      [{ operationName: undefined }, 'operationName', 'validation.required'],
      [{ operationName: 'x'.repeat(201) }, 'operationName', 'validation.tooLong'],
      [{ partName: '' }, 'partName', 'validation.required'],
      [{ partCode: 5 }, 'partCode', 'validation.text'],
      [{ partName: 'lone \ud800 surrogate' }, 'partName', 'validation.characters'],
      [{ price: '1,234' }, 'price', 'validation.number.ambiguous'],
      [{ price: '1,2345' }, 'price', 'validation.number.decimals'],
      [{ price: 0.001 }, 'price', 'validation.number.decimals'],
      [{ price: 1e300 }, 'price', 'validation.number.large'],
      [{ price: '15 65' }, 'price', 'validation.number.invalid'],
      [{ price: -1 }, 'price', 'validation.number.negative'],
      [{ price: null }, 'price', 'validation.required'],
      [{ reading: '98 047,5' }, 'reading', 'validation.number.whole'],
      [{ reading: '' }, 'reading', 'validation.required'],
      [{ performedOn: '14.06.2026' }, 'performedOn', 'validation.date.format'],
      [{ partName: '\u200b \u2060' }, 'partName', 'validation.required'],
      [{ performedOn: '2025-02-29' }, 'performedOn', 'validation.date.format'],
      [{ performedOn: '1799-01-01' }, 'performedOn', 'validation.year.past'],
      [{ performedOn: tomorrow }, 'performedOn', 'validation.date.future'],
    ];
    for (const [change, field, code] of cases) {
      const { status, body } = await post(recordBody(change as Record<string, unknown>));
      expect({ change, status, code: body.code, errors: body.errors }).toEqual({
        change,
        status: 400,
        code: 'recordsApi.400',
        errors: [{ field, code, message: expect.any(String) }],
      });
    }
    expect(await list(user, path)).toMatchObject({ data: [], totalCost: 0 });
  });

  test('accepts one decimal in hours, and years for a bicycle', async () => {
    const boat = await aBook('boat', { mileageUnit: 'h' });
    expect((await boat.post(recordBody({ reading: '612,5' }))).body.data.reading).toBe(612.5);
    expect((await boat.post(recordBody({ reading: '612,55' }))).body.errors).toMatchObject([{ code: 'validation.number.decimals' }]);
    const bicycle = await aBook('bicycle');
    expect((await bicycle.post(recordBody({ reading: '2025' }))).body.data.reading).toBe(2025);
    for (const [reading, code] of [
      [12, 'validation.year.format'],
      [1700, 'validation.year.past'],
      [2999, 'validation.year.future'],
      [2025.5, 'validation.number.whole'],
    ] as const)
      expect((await bicycle.post(recordBody({ reading }))).body.errors).toMatchObject([{ field: 'reading', code }]);
  });

  test('changes and validates only the fields that are sent', async () => {
    const { user, path, post } = await aBook();
    const made = (await post(recordBody())).body.data;
    const change = (body: object) => app.request('PATCH', `${path}/${made.id}`, { token: user.token, body });
    expect((await change({ price: '15,65', partCode: '-' })).body.data).toEqual({ ...made, price: 15.65, partCode: '-' });
    expect((await change({ reading: 1.5 })).body.errors).toMatchObject([{ field: 'reading', code: 'validation.number.whole' }]);
    expect((await change({})).body.data.price).toBe(15.65);
    await app.request('DELETE', `${path}/${made.id}`, { token: user.token });
    expect((await change({ price: 1 })).body.code).toBe('recordsApi.404');
    expect(await list(user, path)).toMatchObject({ data: [], totalCost: 0 });
  });

  test('finds a record only through its own vehicle', async () => {
    const [one, two] = [await aBook(), await aBook()];
    const { id } = (await one.post(recordBody())).body.data;
    const before = await list(one.user, one.path);
    for (const [method, body] of [
      ['PATCH', {}],
      ['PATCH', { price: 1 }],
      ['PATCH', { reading: 1 }],
      ['DELETE', undefined],
    ] as const)
      expect((await app.request(method, `${two.path}/${id}`, { token: two.user.token, body })).body.code).toBe('recordsApi.404');
    expect(await list(one.user, one.path)).toEqual(before);
  });

  test('creates one record for repeated requests with one Idempotency-Key, even for 20 in parallel', async () => {
    const { user, path, post } = await aBook();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(recordBody(), { 'idempotency-key': 'the-same-record' })));
    const { data } = await list(user, path);
    expect(data).toHaveLength(1);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.id}`))).toEqual(new Set([`201 ${data[0].id}`]));
  });

  test('stores all of 20 parallel records', async () => {
    const { user, path, post } = await aBook();
    await Promise.all(Array.from({ length: 20 }, () => post(recordBody({ price: 0.1 }))));
    expect(await list(user, path)).toMatchObject({ totalCost: 2, data: { length: 20 } });
  });
});
