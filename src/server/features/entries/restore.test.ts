import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { RESTORE_TIME } from '#contract/limits.ts';
import type { ServiceRecord } from '#contract/records.ts';
import { MINUTE } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';

describe.each(DATABASES)('restoring on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aBook(records = 1, fields: Record<string, string> = {}, type: 'car' | 'boat' = 'car') {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user, type, fields);
    const path = `/api/vehicles/${id}`;
    const send = (method: Method, rest = '', body?: object, headers = {}) =>
      app.request(method, `${path}${rest}`, { token: user.token, body, headers });
    const made: ServiceRecord[] = [];
    for (let n = 0; n < records; n++)
      made.push((await send('POST', '/records', recordBody({ price: 10 + n, performedOn: '2026-03-01' }))).body.data);
    const history = async () => (await send('GET', '/records')).body;
    return { path, send, made, history, first: made[0] as ServiceRecord };
  }

  test('a deleted record is found nowhere, and comes back with its id and its place in the day', async () => {
    const { path, send, made, history, first } = await aBook(3);
    const before = await history();
    await send('DELETE', `/records/${first.id}`);
    expect(await history()).toMatchObject({ data: [{ id: made[2]?.id }, { id: made[1]?.id }], totalCost: 23 });
    expect((await send('GET')).body.data).toMatchObject({ totalCost: 23, recordCount: 2 });
    expect((await send('GET', `/timeline?at=${first.id}`)).body.code).toBe('recordsApi.404');
    expect((await send('PATCH', `/records/${first.id}`, { price: 1 })).body.code).toBe('recordsApi.404');
    const stored = async () =>
      app.store.db
        .selectFrom('entries')
        .selectAll()
        .where('vehicle_id', '=', Number(path.split('/')[3]))
        .where('source', '=', 'typed')
        .orderBy('id')
        .execute();
    const others = await stored();

    expect((await send('POST', `/records/${first.id}/restore`)).body).toMatchObject({ code: 'recordsApi.restore.success', data: first });
    expect(await history()).toEqual(before);
    expect((await stored()).slice(1)).toEqual(others);
    expect((await send('POST', `/records/${first.id}/restore`)).body.data).toEqual(first);
    expect(await history()).toEqual(before);
  });

  test('only within 24 hours, after which nothing of it is stored', async () => {
    const { send, first } = await aBook();
    await send('PUT', '/note', { text: 'Ключ' });
    await send('DELETE', `/records/${first.id}`);
    await send('DELETE', '/note');
    app.clock.advance(RESTORE_TIME - MINUTE);
    expect((await send('POST', `/records/${first.id}/restore`)).status).toBe(200);
    expect((await send('POST', '/note/restore')).body).toMatchObject({ code: 'notesApi.restore.success', data: { text: 'Ключ' } });
    await send('DELETE', `/records/${first.id}`);
    await send('DELETE', '/note');
    app.clock.advance(RESTORE_TIME + MINUTE);
    expect((await send('POST', `/records/${first.id}/restore`)).body.code).toBe('recordsApi.404');
    expect((await send('POST', '/note/restore')).body.code).toBe('notesApi.404');
    await app.runJobs();
    const deleted = await app.store.db.selectFrom('deleted_entries').select('id').where('id', '=', first.id).execute();
    expect([deleted, await app.store.db.selectFrom('notes').select('text').where('deleted_at', 'is not', null).execute()]).toEqual([
      [],
      [],
    ]);
  });

  test('a deleted note is not shown, and a new one replaces it', async () => {
    const { send } = await aBook(0);
    await send('PUT', '/note', { text: 'Перша' });
    await send('DELETE', '/note');
    expect((await send('GET')).body.data.note).toBe(null);
    expect((await send('DELETE', '/note')).body.code).toBe('notesApi.404');
    await send('PUT', '/note', { text: 'Друга' });
    expect((await send('POST', '/note/restore')).body.data).toEqual({ text: 'Друга' });
    expect((await send('GET')).body.data.note).toBe('Друга');
  });

  test('converts a deleted reading with those of the vehicle', async () => {
    const { send, first } = await aBook();
    await send('DELETE', `/records/${first.id}`);
    await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    expect((await send('POST', `/records/${first.id}/restore`)).body.data.reading).toBe(Math.round(first.reading / 1.609344));
  });

  test('restores no reading into another kind of unit', async () => {
    const { send, first } = await aBook(1, { mileageUnit: 'h' }, 'boat');
    await send('DELETE', `/records/${first.id}`);
    expect((await send('PATCH', '', { mileageUnit: 'km' })).status).toBe(200);
    expect((await send('POST', `/records/${first.id}/restore`)).body.code).toBe('recordsApi.404');
  });

  test('a repeated creation finds the restored record', async () => {
    const { send } = await aBook(0);
    const create = () => send('POST', '/records', recordBody(), { 'idempotency-key': 'a-restored-record' });
    const { id } = (await create()).body.data;
    await send('DELETE', `/records/${id}`);
    expect((await create()).body.code).toBe('recordsApi.404');
    await send('POST', `/records/${id}/restore`);
    expect((await create()).body.data.id).toBe(id);
  });

  test('rejects another user, and a record of another vehicle', async () => {
    const { first, send } = await aBook();
    const other = await aBook(0);
    await send('DELETE', `/records/${first.id}`);
    expect((await other.send('POST', `/records/${first.id}/restore`)).body.code).toBe('recordsApi.404');
    expect((await send('POST', `/records/${first.id}/restore`)).status).toBe(200);
  });

  test('20 parallel restores and deletions leave one record', async () => {
    const { first, send, history } = await aBook();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? send('DELETE', `/records/${first.id}`) : send('POST', `/records/${first.id}/restore`))),
    );
    await send('POST', `/records/${first.id}/restore`);
    expect((await history()).data).toEqual([first]);
  });
});
