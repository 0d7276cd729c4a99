import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARCHIVE_UNDO, ARCHIVED_MAX, RESTORE_AFTER, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { DAY, MINUTE, SECOND } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { archiveOf, codeOf } from '#tests/support/archive.ts';
import { aUser, aVehicle, vehicleFields } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';

describe.each(DATABASES)('restoring from the archive on %s', (kind) => {
  let app: TestApp;
  let requests: ReturnType<typeof archiveOf>;
  beforeAll(async () => {
    app = await testApp(kind);
    requests = archiveOf(app);
  });
  afterAll(() => app.close());

  const idsOf = (vehicles: { id: number }[]) => vehicles.map(({ id }) => id);

  test('repeated archiving and restoring change nothing', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    expect((await requests.restore(user, made)).body).toMatchObject({ code: 'carsApi.restore.success', data: made });
    const first = await requests.archive(user, made);
    expect((await requests.archive(user, made)).body).toEqual(first.body);
    await requests.restore(user, made);
    expect((await requests.restore(user, made)).body.data).toEqual(made);
  });

  test('does not count in the limit of the tariff, nor in the order of the vehicles', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second, third] = [await aVehicle(app, user), await aVehicle(app, user, 'boat'), await aVehicle(app, user, 'bicycle')];
    for (const type of ['truck', 'bus'] as const) await aVehicle(app, user, type);
    expect(await codeOf(requests.post(user, vehicleFields('car')))).toBe('carsApi.limit');
    await requests.archive(user, first);
    expect((await requests.post(user, vehicleFields('car'))).status).toBe(201);
    expect(await codeOf(requests.post(user, vehicleFields('car')))).toBe('carsApi.limit');

    await requests.endTariff(user);
    expect(await requests.list(user)).toMatchObject({ data: [{ id: second.id }], hidden: 4, archived: 1, limit: 1 });
    expect((await requests.send(user, 'GET', `/api/vehicles/${second.id}`)).status).toBe(200);
    expect(await codeOf(requests.send(user, 'GET', `/api/vehicles/${third.id}`))).toBe('carsApi.hidden');
    expect((await requests.send(user, 'GET', `/api/vehicles/${first.id}`)).status).toBe(200);
    expect(await codeOf(requests.restore(user, first))).toBe('carsApi.restoreEarly');
  });

  test('a hidden vehicle can be archived and read, and takes no place when there is none', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    await requests.endTariff(user);
    expect((await requests.archive(user, second)).body.data).toMatchObject({ id: second.id, undoUntil: null });
    expect((await requests.send(user, 'GET', `/api/vehicles/${second.id}/records`)).status).toBe(200);
    expect(await codeOf(requests.send(user, 'PUT', `/api/vehicles/${second.id}/note`, { text: 'x' }))).toBe('carsApi.archived');
    expect(await requests.list(user)).toMatchObject({ data: [{ id: first.id }], hidden: 0, archived: 1 });
    await requests.archivedBefore(second, RESTORE_AFTER);
    expect(await codeOf(requests.restore(user, second))).toBe('carsApi.restoreLimit');
    await requests.send(user, 'DELETE', `/api/vehicles/${first.id}`);
    expect((await requests.restore(user, second)).status).toBe(200);
  });

  test('can be undone for a day, then restored from the 30th day', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    await requests.archive(user, made);
    /** More than the requests take; the rules are tested to the millisecond. */
    const margin = 10 * MINUTE;
    await requests.archivedBefore(made, ARCHIVE_UNDO);
    expect(await requests.archived(user)).toMatchObject([{ undoUntil: null }]);
    const early = await requests.restore(user, made);
    expect({ status: early.status, code: early.body.code }).toEqual({ status: 403, code: 'carsApi.restoreEarly' });
    const wait = (RESTORE_AFTER - ARCHIVE_UNDO) / SECOND;
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(wait);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(wait - margin / SECOND);

    await requests.archivedBefore(made, RESTORE_AFTER - margin);
    expect(await codeOf(requests.restore(user, made))).toBe('carsApi.restoreEarly');
    await requests.archivedBefore(made, RESTORE_AFTER);
    expect((await requests.restore(user, made)).status).toBe(200);

    await requests.archive(user, made);
    await requests.archivedBefore(made, ARCHIVE_UNDO - margin);
    expect((await requests.restore(user, made)).status).toBe(200);
  });

  test('follows the clock', async () => {
    const user = await aUser(app);
    const made = await aVehicle(app, user);
    await requests.archive(user, made);
    app.clock.advance(2 * DAY);
    expect(await codeOf(requests.restore(user, made))).toBe('carsApi.restoreEarly');
    for (let days = 2; days < 30; days += 14) {
      app.clock.advance(14 * DAY);
      // A session expires after 30 days without use.
      await requests.list(user);
    }
    expect((await requests.restore(user, made)).status).toBe(200);
  });

  test('restores nothing beyond the limit, and two vehicles cannot use one place in turn', async () => {
    const user = await aUser(app);
    const first = await aVehicle(app, user);
    await requests.archive(user, first);
    const second = await aVehicle(app, user, 'boat');
    expect(await codeOf(requests.restore(user, first))).toBe('carsApi.restoreEarly');
    expect(await requests.archived(user)).toMatchObject([{ id: first.id, undoUntil: null }]);
    await requests.archivedBefore(first, RESTORE_AFTER);
    expect(await codeOf(requests.restore(user, first))).toBe('carsApi.restoreLimit');

    await requests.archivedBefore(first, SECOND);
    await requests.archive(user, second);
    expect(await codeOf(requests.restore(user, first))).toBe('carsApi.restoreEarly');
    expect(await requests.archived(user)).toMatchObject([
      { id: second.id, undoUntil: expect.any(String) },
      { id: first.id, undoUntil: null },
    ]);
    expect((await requests.restore(user, second)).status).toBe(200);
    expect(await codeOf(requests.restore(user, first))).toBe('carsApi.restoreEarly');
    await requests.send(user, 'DELETE', `/api/vehicles/${second.id}`);
    expect((await requests.restore(user, first)).status).toBe(200);
  });

  test('several can be undone in any order if all of them have room', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
    await requests.archive(user, first);
    await requests.archive(user, second);
    expect((await requests.restore(user, first)).status).toBe(200);
    expect((await requests.restore(user, second)).status).toBe(200);
    expect(await requests.list(user)).toMatchObject({ data: [{ id: first.id }, { id: second.id }], archived: 0 });
  });

  test('holds 20 vehicles; all of them count in the limit of the account', async () => {
    const user = await aUser(app, { tariff: 'business' });
    const made = await aVehicle(app, user, 'bicycle');
    await fillVehicles(app.store, made.id, ARCHIVED_MAX);
    const { data } = await requests.list(user);
    for (const vehicle of data.slice(1)) expect((await requests.archive(user, vehicle)).status).toBe(200);
    const full = await requests.archive(user, made);
    expect({ status: full.status, code: full.body.code }).toEqual({ status: 403, code: 'carsApi.archiveLimit' });
    // A repeated request for one of the 20 still succeeds.
    expect((await requests.archive(user, data[1])).status).toBe(200);
    expect(idsOf(await requests.archived(user))).toEqual(idsOf(data.slice(1)).reverse());

    const other = await aUser(app, { tariff: 'business' });
    const one = await aVehicle(app, other, 'bicycle');
    await fillVehicles(app.store, one.id, VEHICLES_PER_ACCOUNT - 1);
    await requests.archive(other, one);
    expect(await codeOf(requests.post(other, vehicleFields('car')))).toBe('carsApi.accountLimit');
  });
});
