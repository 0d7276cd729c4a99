import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { ARCHIVE_UNDO, RESTORE_AFTER } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { archiveOf, codeOf } from '#tests/support/archive.ts';
import { aUser, aVehicle, recordBody, vehicleFields } from '#tests/support/builders.ts';
import { allRows } from '#tests/support/traces.ts';

describe.each(DATABASES)('the archive on %s', (kind) => {
  let app: TestApp;
  let requests: ReturnType<typeof archiveOf>;
  beforeAll(async () => {
    app = await testApp(kind);
    requests = archiveOf(app);
  });
  afterAll(() => app.close());

  test('an archived vehicle leaves the list and keeps everything that can be read', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    const path = `/api/vehicles/${made.id}`;
    const record = (await requests.send(user, 'POST', `${path}/records`, recordBody())).body.data;
    await requests.send(user, 'PUT', `${path}/note`, { text: 'Проданий' });
    const before = (await requests.send(user, 'GET', path)).body.data;

    const answer = await requests.archive(user, made);
    const { archivedAt, undoUntil, restorableFrom } = answer.body.data;
    expect(answer.body.data).toEqual({ ...before, archivedAt, undoUntil, restorableFrom });
    expect(Math.abs(Date.parse(archivedAt) - app.clock.now())).toBeLessThan(10 * MINUTE);
    expect(Date.parse(undoUntil) - Date.parse(archivedAt)).toBe(ARCHIVE_UNDO);
    expect(Date.parse(restorableFrom) - Date.parse(archivedAt)).toBe(RESTORE_AFTER);

    expect(await requests.list(user)).toMatchObject({ data: [], hidden: 0, archived: 1, limit: 1 });
    expect(await requests.archived(user)).toEqual([answer.body.data]);
    expect((await requests.send(user, 'GET', path)).body.data).toEqual(answer.body.data);
    expect((await requests.send(user, 'GET', `${path}/records`)).body).toMatchObject({ data: [record], totalCost: 86.5 });
    expect((await requests.send(user, 'GET', `${path}/note`)).body.data).toEqual({ text: 'Проданий' });
    expect((await requests.send(user, 'GET', `${path}/operations`)).body.data).toHaveLength(1);
    expect((await requests.send(user, 'GET', `${path}/reference-readings`)).body.data.highest).toMatchObject({ id: record.id });
    expect((await app.request('GET', made.image)).status).toBe(200);

    expect((await requests.restore(user, made)).body.data).toEqual(before);
    expect(await requests.list(user)).toMatchObject({ data: [before], archived: 0 });
  });

  /** Each change of a vehicle or something of it, with the record to change. */
  const changes = (record: number): [Method, string, object?][] => [
    ['PATCH', '', { color: 'чорний' }],
    ['POST', '/records', recordBody()],
    ['PATCH', `/records/${record}`, { price: 1 }],
    ['PATCH', `/records/${record}`, { reading: 99_000 }],
    ['PATCH', `/records/${record}`, {}],
    ['DELETE', `/records/${record}`],
    ['PUT', '/note', { text: 'x' }],
    ['DELETE', '/note'],
  ];

  async function aBook() {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const { body } = await requests.send(user, 'POST', `/api/vehicles/${id}/records`, recordBody());
    await requests.send(user, 'PUT', `/api/vehicles/${id}/note`, { text: 'Ключ' });
    return { user, id, path: `/api/vehicles/${id}`, record: body.data.id as number };
  }

  test('rejects every change of an archived vehicle, but it can be deleted', async () => {
    const { user, id, path, record } = await aBook();
    await requests.archive(user, { id });
    const before = await allRows(app);
    for (const [method, rest, body] of changes(record)) {
      const { status, body: answer } = await requests.send(user, method, path + rest, body);
      expect({ method, rest, status, code: answer.code }).toEqual({ method, rest, status: 403, code: 'carsApi.archived' });
    }
    const keyed = { token: user.token, body: recordBody(), headers: { 'idempotency-key': 'a-record-too-late' } };
    expect((await app.request('POST', `${path}/records`, keyed)).body.code).toBe('carsApi.archived');
    const { vehicles, records, notes, idempotency } = await allRows(app);
    expect({ vehicles, records, notes, idempotency }).toEqual({
      vehicles: before.vehicles,
      records: before.records,
      notes: before.notes,
      idempotency: before.idempotency,
    });
    expect((await requests.send(user, 'DELETE', path)).status).toBe(200);
    expect(await requests.archived(user)).toEqual([]);
  });

  test('rejects a change of a vehicle that was archived after the access check', async () => {
    const { user, id, path, record } = await aBook();
    const set = (archived_at: string | null) => app.store.db.updateTable('vehicles').set({ archived_at }).where('id', '=', id).execute();
    // Without a key a record is created by one statement, which records.test.ts covers; the empty change changes nothing.
    const inTransactions = changes(record).filter(([method, , body]) => method !== 'POST' && JSON.stringify(body) !== '{}');
    for (const [method, rest, body] of inTransactions) {
      app.beforeTransaction(() => set(isoTime(app.clock.now())));
      expect({ method, rest, code: await codeOf(requests.send(user, method, path + rest, body)) }).toEqual({
        method,
        rest,
        code: 'carsApi.archived',
      });
      await set(null);
    }
    app.beforeTransaction(() => set(isoTime(app.clock.now())));
    const keyed = { token: user.token, body: recordBody(), headers: { 'idempotency-key': 'a-record-in-between' } };
    expect((await app.request('POST', `${path}/records`, keyed)).body.code).toBe('carsApi.archived');
    expect((await requests.send(user, 'GET', `${path}/records`)).body.data).toHaveLength(1);
  });

  test('tells that the owner of a number is in the archive', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { id, serialNumber } = await aVehicle(app, user, 'bicycle');
    const fields = { serialNumber: (serialNumber ?? '').toLowerCase() };
    expect((await requests.post(user, vehicleFields('other', fields))).body.errors).toMatchObject([{ code: 'carsApi.409' }]);
    await requests.archive(user, { id });
    const again = await requests.post(user, vehicleFields('other', fields));
    const expected = { code: 'carsApi.archivedNumber', errors: [{ field: 'serialNumber', code: 'carsApi.archivedNumber' }] };
    expect({ status: again.status, body: again.body }).toMatchObject({ status: 409, body: expected });
    const car = await aVehicle(app, user);
    const change = { vehicleType: 'bicycle', ...fields };
    expect((await requests.send(user, 'PATCH', `/api/vehicles/${car.id}`, change)).body).toMatchObject(expected);
    expect((await requests.post(await aUser(app), vehicleFields('other', fields))).status).toBe(201);
  });

  test('sums up archived vehicles and those between them separately', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const made: number[] = [];
    for (let price = 1; price <= 5; price++) {
      const { id } = await aVehicle(app, user);
      made.push(id);
      await requests.send(user, 'POST', `/api/vehicles/${id}/records`, recordBody({ price, operationName: `Робота ${price}` }));
    }
    for (const id of [made[3], made[1]]) await requests.archive(user, { id: id ?? 0 });
    const sums = (vehicles: { id: number; totalCost: number; lastRecord: { operationName: string } }[]) =>
      vehicles.map(({ id, totalCost, lastRecord }) => [made.indexOf(id), totalCost, lastRecord.operationName]).sort();
    expect(sums((await requests.list(user)).data)).toEqual([
      [0, 1, 'Робота 1'],
      [2, 3, 'Робота 3'],
      [4, 5, 'Робота 5'],
    ]);
    expect(sums(await requests.archived(user))).toEqual([
      [1, 2, 'Робота 2'],
      [3, 4, 'Робота 4'],
    ]);
    const { body } = await requests.send(user, 'GET', `/api/vehicles/${made[0]}/operations`);
    expect(body.data.map(({ operationName }: { operationName: string }) => operationName).sort()).toEqual([
      'Робота 1',
      'Робота 3',
      'Робота 5',
    ]);
    const { data } = (await requests.send(user, 'GET', '/api/vehicles/archived?year=2025')).body;
    expect(data.map(({ yearCost }: { yearCost: number }) => yearCost)).toEqual([0, 0]);
  });

  test('another user finds no archived vehicle', async () => {
    const { user, id, path, record } = await aBook();
    await requests.archive(user, { id });
    const other = await aUser(app, { tariff: 'business' });
    const before = await requests.archived(user);
    const changesOfAll: [Method, string, object?][] = [
      ...changes(record),
      ...(['GET', 'DELETE'] as const).map((method): [Method, string] => [method, '']),
      ...['/archive', '/restore'].map((rest): [Method, string] => ['POST', rest]),
    ];
    for (const [method, rest, body] of changesOfAll)
      expect({ method, rest, code: await codeOf(requests.send(other, method, path + rest, body)) }).toEqual({
        method,
        rest,
        code: 'carsApi.404',
      });
    expect(await requests.archived(other)).toEqual([]);
    expect(await requests.archived(user)).toEqual(before);
  });
});
