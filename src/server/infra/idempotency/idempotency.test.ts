import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle, feedbackBody, recordBody, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';

const KEY = { 'idempotency-key': 'one-and-the-same' };
const USED = { status: 409, body: { code: 'api.idempotencyKey.used' } };

describe.each(DATABASES)('an Idempotency-Key on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const post = ({ token }: TestUser, id: number, body: object, headers: Record<string, string> = KEY) =>
    app.request('POST', `/api/vehicles/${id}/records`, { token, body, headers });
  const recordsOf = async ({ token }: TestUser, id: number) =>
    (await app.request('GET', `/api/vehicles/${id}/records`, { token })).body.data;
  async function aBook() {
    const user = await aUser(app, { tariff: 'family' });
    // The first vehicle, so that the second one is hidden when the tariff ends.
    await aVehicle(app, user, 'boat');
    const { id } = await aVehicle(app, user);
    return { user, id, patch: (body: object) => app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, body }) };
  }

  type Book = Awaited<ReturnType<typeof aBook>>;

  test.each([
    ['archived', ({ user, id }: Book) => app.request('POST', `/api/vehicles/${id}/archive`, user)],
    ['given another unit', ({ patch }: Book) => patch({ mileageUnit: 'mi' })],
    [
      'priced in another currency',
      ({ user }: Book) => app.store.db.updateTable('users').set({ currency: 'USD' }).where('id', '=', user.id).execute(),
    ],
    [
      'hidden',
      ({ user }: Book) =>
        app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute(),
    ],
  ])('answers with the record that exists if the vehicle was %s since', async (_, change) => {
    const book = await aBook();
    const body = recordBody({ price: '100 ₴', readingUnit: 'km' });
    const first = await post(book.user, book.id, body);
    expect(first.status).toBe(201);
    await change(book);
    expect(await post(book.user, book.id, body)).toMatchObject({ status: 201, body: { data: first.body.data } });
  });

  test('with other content, or for another vehicle, is a 409 and stores nothing', async () => {
    const { user, id } = await aBook();
    const other = await aVehicle(app, user, 'car');
    const body = recordBody();
    expect((await post(user, id, body)).status).toBe(201);
    expect(await post(user, id, { ...body, price: 99 })).toMatchObject(USED);
    expect(await post(user, id, { ...body, performedOn: '2026-01-01' })).toMatchObject(USED);
    expect(await post(user, other.id, body)).toMatchObject(USED);
    expect((await post(user, id, Object.fromEntries(Object.entries(body).reverse()))).status).toBe(201);
    expect(await recordsOf(user, id)).toHaveLength(1);
    expect(await recordsOf(user, other.id)).toEqual([]);
  });

  test('belongs to its user, and says nothing about the vehicles of others', async () => {
    const { user, id } = await aBook();
    const stranger = await aBook();
    await post(user, id, recordBody());
    expect((await post(stranger.user, id, recordBody())).body.code).toBe('carsApi.404');
    expect((await post(stranger.user, stranger.id, recordBody({ price: 1 }))).status).toBe(201);
    expect((await post(user, stranger.id, recordBody())).body.code).toBe('carsApi.404');
  });

  test('of a rejected request can be used again', async () => {
    const { user, id } = await aBook();
    expect((await post(user, id, recordBody({ reading: '100.5' }))).status).toBe(400);
    expect((await post(user, id, recordBody({ reading: '100' }))).status).toBe(201);
  });

  test('of a deleted record is its 404', async () => {
    const { user, id } = await aBook();
    const body = recordBody();
    const made = await post(user, id, body);
    await app.request('DELETE', `/api/vehicles/${id}/records/${made.body.data.id}`, user);
    expect(await post(user, id, body)).toMatchObject({ status: 404, body: { code: 'recordsApi.404' } });
    expect(await recordsOf(user, id)).toEqual([]);
  });

  test('answers a parallel repeated request at the limit with the record that the first one created', async () => {
    const { user, id } = await aBook();
    app.beforeTransaction(async () => {
      await post(user, id, recordBody({ partCode: 'A-1' }));
      await app.request('POST', `/api/vehicles/${id}/archive`, user);
    });
    expect(await post(user, id, recordBody({ partCode: 'A-1' }))).toMatchObject({ status: 201, body: { data: { partCode: 'A-1' } } });
    expect(await recordsOf(user, id)).toHaveLength(1);
  });

  test('of a vehicle with another photo or field, or of a record, is a 409', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const fields = vehicleFields('bicycle');
    const create = async (changes: Record<string, string> = {}, side = 32, headers = KEY) =>
      app.request('POST', '/api/vehicles', {
        ...{ token: user.token, headers },
        form: await vehicleForm({ ...fields, ...changes }, await aPicture('jpeg', side)),
      });
    const { id } = (await create()).body.data;
    expect((await create()).body.data.id).toBe(id);
    expect(await create({}, 40)).toMatchObject(USED);
    expect(await create({ brand: 'Інша' })).toMatchObject(USED);
    expect(await post(user, id, recordBody({ reading: '2020' }))).toMatchObject(USED);
    const recordKey = { 'idempotency-key': 'made-a-record' };
    expect((await post(user, id, recordBody({ reading: '2020' }), recordKey)).status).toBe(201);
    expect(await create({}, 32, recordKey)).toMatchObject(USED);
  });

  test('of a reply with another text, or to another message, is a 409 and sends nothing', async () => {
    const { token } = await anAdmin(app);
    for (const _ of ['one', 'two']) await app.request('POST', '/api/feedback/send', { body: feedbackBody() });
    const [second, first] = await app.store.db.selectFrom('feedback').select('id').orderBy('id', 'desc').limit(2).execute();
    const reply = (id: number | undefined, text: string) =>
      app.request('POST', `/api/admin/messages/${id}/replies`, { token, body: { text }, headers: KEY });
    expect((await reply(first?.id, 'Once')).status).toBe(201);
    expect((await reply(first?.id, 'Once')).body.data.replies).toHaveLength(1);
    expect(await reply(first?.id, 'Twice')).toMatchObject(USED);
    expect(await reply(second?.id, 'Once')).toMatchObject(USED);
    expect(await app.store.db.selectFrom('feedback_replies').select('text').execute()).toEqual([{ text: 'Once' }]);
  });
});
