import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { ARCHIVE_UNDO, ARCHIVED_MAX, RESTORE_AFTER, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { DAY, MINUTE, SECOND } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';
import { allRows } from '#tests/support/traces.ts';

describe.each(DATABASES)('the archive on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const send = (user: TestUser, method: Method, path: string, body?: object) => app.request(method, path, { token: user.token, body });
  const archive = (user: TestUser, { id }: { id: number }) => send(user, 'POST', `/api/vehicles/${id}/archive`);
  const restore = (user: TestUser, { id }: { id: number }) => send(user, 'POST', `/api/vehicles/${id}/restore`);
  const codeOf = async (answer: ReturnType<typeof send>): Promise<string> => (await answer).body.code;
  const list = async (user: TestUser) => (await send(user, 'GET', '/api/vehicles')).body;
  const archived = async (user: TestUser) => (await send(user, 'GET', '/api/vehicles/archived')).body.data;
  const idsOf = (vehicles: { id: number }[]) => vehicles.map(({ id }) => id);
  const post = async (user: TestUser, fields: Record<string, string>) =>
    app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields) });
  const endTariff = ({ id }: TestUser) =>
    app.store.db
      .updateTable('users')
      .set({ tariff_end_date: isoTime(app.clock.now() - 1) })
      .where('id', '=', id)
      .execute();
  /** Moves the time of archiving into the past, so that the session does not expire meanwhile. */
  const archivedBefore = ({ id }: { id: number }, milliseconds: number) =>
    app.store.db
      .updateTable('vehicles')
      .set({ archived_at: isoTime(app.clock.now() - milliseconds) })
      .where('id', '=', id)
      .execute();

  test('an archived vehicle leaves the list and keeps everything that can be read', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    const path = `/api/vehicles/${made.id}`;
    const record = (await send(user, 'POST', `${path}/records`, recordBody())).body.data;
    await send(user, 'PUT', `${path}/note`, { text: 'Проданий' });
    const before = (await send(user, 'GET', path)).body.data;

    const answer = await archive(user, made);
    const { archivedAt, undoUntil, restorableFrom } = answer.body.data;
    expect(answer.body.data).toEqual({ ...before, archivedAt, undoUntil, restorableFrom });
    expect(Math.abs(Date.parse(archivedAt) - app.clock.now())).toBeLessThan(10 * MINUTE);
    expect(Date.parse(undoUntil) - Date.parse(archivedAt)).toBe(ARCHIVE_UNDO);
    expect(Date.parse(restorableFrom) - Date.parse(archivedAt)).toBe(RESTORE_AFTER);

    expect(await list(user)).toMatchObject({ data: [], hidden: 0, archived: 1, limit: 1 });
    expect(await archived(user)).toEqual([answer.body.data]);
    expect((await send(user, 'GET', path)).body.data).toEqual(answer.body.data);
    expect((await send(user, 'GET', `${path}/records`)).body).toMatchObject({ data: [record], totalCost: 86.5 });
    expect((await send(user, 'GET', `${path}/note`)).body.data).toEqual({ text: 'Проданий' });
    expect((await send(user, 'GET', `${path}/operations`)).body.data).toHaveLength(1);
    expect((await send(user, 'GET', `${path}/readings`)).body.data.highest).toMatchObject({ id: record.id });
    expect((await app.request('GET', made.image)).status).toBe(200);

    expect((await restore(user, made)).body.data).toEqual(before);
    expect(await list(user)).toMatchObject({ data: [before], archived: 0 });
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
    const { body } = await send(user, 'POST', `/api/vehicles/${id}/records`, recordBody());
    await send(user, 'PUT', `/api/vehicles/${id}/note`, { text: 'Ключ' });
    return { user, id, path: `/api/vehicles/${id}`, record: body.data.id as number };
  }

  test('rejects every change of an archived vehicle, but it can be deleted', async () => {
    const { user, id, path, record } = await aBook();
    await archive(user, { id });
    const before = await allRows(app);
    for (const [method, rest, body] of changes(record)) {
      const { status, body: answer } = await send(user, method, path + rest, body);
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
    expect((await send(user, 'DELETE', path)).status).toBe(200);
    expect(await archived(user)).toEqual([]);
  });

  test('rejects a change of a vehicle that was archived after the access check', async () => {
    const { user, id, path, record } = await aBook();
    const set = (archived_at: string | null) => app.store.db.updateTable('vehicles').set({ archived_at }).where('id', '=', id).execute();
    // Without a key a record is created by one statement, which records.test.ts covers; the empty change changes nothing.
    const inTransactions = changes(record).filter(([method, , body]) => method !== 'POST' && JSON.stringify(body) !== '{}');
    for (const [method, rest, body] of inTransactions) {
      app.beforeTransaction(() => set(isoTime(app.clock.now())));
      expect({ method, rest, code: await codeOf(send(user, method, path + rest, body)) }).toEqual({
        method,
        rest,
        code: 'carsApi.archived',
      });
      await set(null);
    }
    app.beforeTransaction(() => set(isoTime(app.clock.now())));
    const keyed = { token: user.token, body: recordBody(), headers: { 'idempotency-key': 'a-record-in-between' } };
    expect((await app.request('POST', `${path}/records`, keyed)).body.code).toBe('carsApi.archived');
    expect((await send(user, 'GET', `${path}/records`)).body.data).toHaveLength(1);
  });

  test('repeated archiving and restoring change nothing', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    expect((await restore(user, made)).body).toMatchObject({ code: 'carsApi.restore.success', data: made });
    const first = await archive(user, made);
    expect((await archive(user, made)).body).toEqual(first.body);
    await restore(user, made);
    expect((await restore(user, made)).body.data).toEqual(made);
  });

  test('does not count in the limit of the tariff, nor in the order of the vehicles', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second, third] = [await aVehicle(app, user), await aVehicle(app, user, 'boat'), await aVehicle(app, user, 'bicycle')];
    for (const type of ['truck', 'bus'] as const) await aVehicle(app, user, type);
    expect(await codeOf(post(user, vehicleFields('car')))).toBe('carsApi.limit');
    await archive(user, first);
    expect((await post(user, vehicleFields('car'))).status).toBe(201);
    expect(await codeOf(post(user, vehicleFields('car')))).toBe('carsApi.limit');

    await endTariff(user);
    expect(await list(user)).toMatchObject({ data: [{ id: second.id }], hidden: 4, archived: 1, limit: 1 });
    expect((await send(user, 'GET', `/api/vehicles/${second.id}`)).status).toBe(200);
    expect(await codeOf(send(user, 'GET', `/api/vehicles/${third.id}`))).toBe('carsApi.hidden');
    expect((await send(user, 'GET', `/api/vehicles/${first.id}`)).status).toBe(200);
    expect(await codeOf(restore(user, first))).toBe('carsApi.restoreEarly');
  });

  test('a hidden vehicle can be archived and read, and takes no place when there is none', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    await endTariff(user);
    expect((await archive(user, second)).body.data).toMatchObject({ id: second.id, undoUntil: null });
    expect((await send(user, 'GET', `/api/vehicles/${second.id}/records`)).status).toBe(200);
    expect(await codeOf(send(user, 'PUT', `/api/vehicles/${second.id}/note`, { text: 'x' }))).toBe('carsApi.archived');
    expect(await list(user)).toMatchObject({ data: [{ id: first.id }], hidden: 0, archived: 1 });
    await archivedBefore(second, RESTORE_AFTER);
    expect(await codeOf(restore(user, second))).toBe('carsApi.restoreLimit');
    await send(user, 'DELETE', `/api/vehicles/${first.id}`);
    expect((await restore(user, second)).status).toBe(200);
  });

  test('can be undone for a day, then restored from the 30th day', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    await archive(user, made);
    /** More than the requests take; the rules are tested to the millisecond. */
    const margin = 10 * MINUTE;
    await archivedBefore(made, ARCHIVE_UNDO);
    expect(await archived(user)).toMatchObject([{ undoUntil: null }]);
    const early = await restore(user, made);
    expect({ status: early.status, code: early.body.code }).toEqual({ status: 403, code: 'carsApi.restoreEarly' });
    const wait = (RESTORE_AFTER - ARCHIVE_UNDO) / SECOND;
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(wait);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(wait - margin / SECOND);

    await archivedBefore(made, RESTORE_AFTER - margin);
    expect(await codeOf(restore(user, made))).toBe('carsApi.restoreEarly');
    await archivedBefore(made, RESTORE_AFTER);
    expect((await restore(user, made)).status).toBe(200);

    await archive(user, made);
    await archivedBefore(made, ARCHIVE_UNDO - margin);
    expect((await restore(user, made)).status).toBe(200);
  });

  test('follows the clock', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    await archive(user, made);
    app.clock.advance(2 * DAY);
    expect(await codeOf(restore(user, made))).toBe('carsApi.restoreEarly');
    for (let days = 2; days < 30; days += 14) {
      app.clock.advance(14 * DAY);
      // A session expires after 30 days without use.
      await list(user);
    }
    expect((await restore(user, made)).status).toBe(200);
  });

  test('restores nothing beyond the limit, and two vehicles cannot use one place in turn', async () => {
    const user = await aUser(app);
    const first = await aVehicle(app, user);
    await archive(user, first);
    const second = await aVehicle(app, user, 'boat');
    expect(await codeOf(restore(user, first))).toBe('carsApi.restoreEarly');
    expect(await archived(user)).toMatchObject([{ id: first.id, undoUntil: null }]);
    await archivedBefore(first, RESTORE_AFTER);
    expect(await codeOf(restore(user, first))).toBe('carsApi.restoreLimit');

    await archivedBefore(first, SECOND);
    await archive(user, second);
    expect(await codeOf(restore(user, first))).toBe('carsApi.restoreEarly');
    expect(await archived(user)).toMatchObject([
      { id: second.id, undoUntil: expect.any(String) },
      { id: first.id, undoUntil: null },
    ]);
    expect((await restore(user, second)).status).toBe(200);
    expect(await codeOf(restore(user, first))).toBe('carsApi.restoreEarly');
    await send(user, 'DELETE', `/api/vehicles/${second.id}`);
    expect((await restore(user, first)).status).toBe(200);
  });

  test('several can be undone in any order if all of them have room', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    await archive(user, first);
    await archive(user, second);
    expect((await restore(user, first)).status).toBe(200);
    expect((await restore(user, second)).status).toBe(200);
    expect(await list(user)).toMatchObject({ data: [{ id: first.id }, { id: second.id }], archived: 0 });
  });

  test('holds 20 vehicles; all of them count in the limit of the account', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const made = await aVehicle(app, user, 'bicycle');
    await fillVehicles(app.store, made.id, ARCHIVED_MAX);
    const { data } = await list(user);
    for (const vehicle of data.slice(1)) expect((await archive(user, vehicle)).status).toBe(200);
    const full = await archive(user, made);
    expect({ status: full.status, code: full.body.code }).toEqual({ status: 403, code: 'carsApi.archiveLimit' });
    // A repeated request for one of the 20 still succeeds.
    expect((await archive(user, data[1])).status).toBe(200);
    expect(idsOf(await archived(user))).toEqual(idsOf(data.slice(1)).reverse());

    const other = await aUser(app, { tariff: 'business' });
    const one = await aVehicle(app, other, 'bicycle');
    await fillVehicles(app.store, one.id, VEHICLES_PER_ACCOUNT - 1);
    await archive(other, one);
    expect(await codeOf(post(other, vehicleFields('car')))).toBe('carsApi.accountLimit');
  });

  test('tells that the owner of a number is in the archive', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { id, serialNumber } = await aVehicle(app, user, 'bicycle');
    const fields = { serialNumber: (serialNumber ?? '').toLowerCase() };
    expect((await post(user, vehicleFields('other', fields))).body.errors).toMatchObject([{ code: 'carsApi.409' }]);
    await archive(user, { id });
    const again = await post(user, vehicleFields('other', fields));
    const expected = { code: 'carsApi.archivedNumber', errors: [{ field: 'serialNumber', code: 'carsApi.archivedNumber' }] };
    expect({ status: again.status, body: again.body }).toMatchObject({ status: 409, body: expected });
    const car = await aVehicle(app, user);
    const change = { vehicleType: 'bicycle', ...fields };
    expect((await send(user, 'PATCH', `/api/vehicles/${car.id}`, change)).body).toMatchObject(expected);
    expect((await post(await aUser(app), vehicleFields('other', fields))).status).toBe(201);
  });

  test('sums up archived vehicles and those between them separately', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const made: number[] = [];
    for (let price = 1; price <= 5; price++) {
      const { id } = await aVehicle(app, user);
      made.push(id);
      await send(user, 'POST', `/api/vehicles/${id}/records`, recordBody({ price, operationName: `Робота ${price}` }));
    }
    for (const id of [made[3], made[1]]) await archive(user, { id: id ?? 0 });
    const sums = (vehicles: { id: number; totalCost: number; lastRecord: { operationName: string } }[]) =>
      vehicles.map(({ id, totalCost, lastRecord }) => [made.indexOf(id), totalCost, lastRecord.operationName]).sort();
    expect(sums((await list(user)).data)).toEqual([
      [0, 1, 'Робота 1'],
      [2, 3, 'Робота 3'],
      [4, 5, 'Робота 5'],
    ]);
    expect(sums(await archived(user))).toEqual([
      [1, 2, 'Робота 2'],
      [3, 4, 'Робота 4'],
    ]);
    const { body } = await send(user, 'GET', `/api/vehicles/${made[0]}/operations`);
    expect(body.data.map(({ operationName }: { operationName: string }) => operationName).sort()).toEqual([
      'Робота 1',
      'Робота 3',
      'Робота 5',
    ]);
    const { data } = (await send(user, 'GET', '/api/vehicles/archived?year=2025')).body;
    expect(data.map(({ yearCost }: { yearCost: number }) => yearCost)).toEqual([0, 0]);
  });

  test('another user finds no archived vehicle', async () => {
    const { user, id, path, record } = await aBook();
    await archive(user, { id });
    const other = await aUser(app, { tariff: 'business' });
    const before = await archived(user);
    const requests: [Method, string, object?][] = [
      ...changes(record),
      ...(['GET', 'DELETE'] as const).map((method): [Method, string] => [method, '']),
      ...['/archive', '/restore'].map((rest): [Method, string] => ['POST', rest]),
    ];
    for (const [method, rest, body] of requests)
      expect({ method, rest, code: await codeOf(send(other, method, path + rest, body)) }).toEqual({ method, rest, code: 'carsApi.404' });
    expect(await archived(other)).toEqual([]);
    expect(await archived(user)).toEqual(before);
  });
});
