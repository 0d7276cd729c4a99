import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { fillRecords, fillVehicles } from '#tests/support/fill.ts';

interface Asker {
  token: string | undefined;
  vehicleId: number;
}

/** A user of that tariff with a vehicle, and the vehicle that the requests are about. */
const ASKERS: Record<string, (app: TestApp) => Promise<Asker>> = {
  visitor: async (app) => ({ ...(await owner(app, 'family')), token: undefined }),
  basic: (app) => owner(app, 'basic'),
  family: (app) => owner(app, 'family'),
  business: (app) => owner(app, 'business'),
  'family after its period': (app) => owner(app, 'family', 0),
  'family whose start a wrong clock stored': async (app) => {
    const user = await aUser(app, { tariff: 'family' });
    const { id } = await aVehicle(app, user);
    const start = new Date(app.clock.now() + DAY).toISOString();
    await app.store.db.updateTable('users').set({ tariff_start_date: start }).where('id', '=', user.id).execute();
    return { token: user.token, vehicleId: id };
  },
  'family, hidden vehicle': (app) => sixth(app),
  'basic, hidden vehicle': (app) => sixth(app, 0),
  'family, archived vehicle': (app) => archived(app, 'family'),
  'business, archived vehicle': (app) => archived(app, 'business'),
  'basic, archived vehicle': (app) => archived(app, 'basic'),
  'business, vehicle of another user': async (app) => ({
    ...(await owner(app, 'business')),
    vehicleId: (await owner(app, 'business')).vehicleId,
  }),
  'basic, vehicle of another user': async (app) => ({
    ...(await owner(app, 'basic')),
    vehicleId: (await owner(app, 'business')).vehicleId,
  }),
};

async function owner(app: TestApp, tariff: 'basic' | 'family' | 'business', days?: number): Promise<Asker> {
  const user = await aUser(app, { tariff, ...(days === undefined ? {} : { days }) });
  const { id } = await aVehicle(app, user);
  return { token: user.token, vehicleId: id };
}

async function archived(app: TestApp, tariff: 'basic' | 'family' | 'business'): Promise<Asker> {
  const asker = await owner(app, tariff);
  await app.request('POST', `/api/vehicles/${asker.vehicleId}/archive`, { token: asker.token });
  return asker;
}

/** A user with six vehicles, one more than family allows. */
async function sixth(app: TestApp, days?: number): Promise<Asker> {
  const user = await aUser(app, { tariff: 'family', ...(days === undefined ? {} : { days }) });
  const { id } = await aVehicle(app, user, 'bicycle');
  await fillVehicles(app.store, id, 5);
  const rows = await app.store.db.selectFrom('vehicles').select('id').where('user_id', '=', user.id).orderBy('id').execute();
  return { token: user.token, vehicleId: rows[5]?.id ?? 0 };
}

const TARIFF = [403, 'vehicleStatisticsApi.tariff'] as const;
const HIDDEN = [403, 'carsApi.hidden'] as const;
const FOREIGN = [404, 'carsApi.404'] as const;
const LOGIN = [401, 'api.401'] as const;
const OK = [200, undefined] as const;

/** The answers to the statistics of a vehicle, of its parts, and of all vehicles. */
const ACCESS = [
  ['visitor', LOGIN, LOGIN, LOGIN],
  ['basic', TARIFF, TARIFF, TARIFF],
  ['family', OK, TARIFF, OK],
  ['business', OK, OK, OK],
  ['family after its period', TARIFF, TARIFF, TARIFF],
  ['family whose start a wrong clock stored', OK, TARIFF, OK],
  ['family, hidden vehicle', HIDDEN, HIDDEN, OK],
  ['basic, hidden vehicle', HIDDEN, HIDDEN, TARIFF],
  ['family, archived vehicle', OK, TARIFF, OK],
  ['business, archived vehicle', OK, OK, OK],
  ['basic, archived vehicle', TARIFF, TARIFF, TARIFF],
  ['business, vehicle of another user', FOREIGN, FOREIGN, OK],
  ['basic, vehicle of another user', FOREIGN, FOREIGN, TARIFF],
] as const;

describe.each(DATABASES)('access to the statistics on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const ask = async ({ token }: Pick<Asker, 'token'>, path: string) => {
    const { status, body } = await app.request('GET', path, { token });
    return { status, code: body.code, body };
  };

  test.each(ACCESS)('%s', async (name, ofVehicle, ofParts, ofAll) => {
    const asker = await (ASKERS[name] as (typeof ASKERS)[string])(app);
    const path = `/api/vehicles/${asker.vehicleId}/statistics`;
    for (const [address, [status, code]] of [
      [path, ofVehicle],
      [`${path}/parts?code=OF-5541`, ofParts],
      ['/api/statistics/vehicles', ofAll],
    ] as const)
      expect({ address, ...(await ask(asker, address)) }).toMatchObject({ address, status, code });
  });

  test.each([
    ['family', true],
    ['business', false],
  ] as const)('the extended figures of %s are missing: %s', async (tariff, areMissing) => {
    const asker = await owner(app, tariff);
    for (const path of [`/api/vehicles/${asker.vehicleId}/statistics`, '/api/statistics/vehicles'])
      expect({ path, isNull: (await ask(asker, path)).body.data.extended === null }).toEqual({ path, isNull: areMissing });
  });

  test('the sums of all vehicles leave hidden ones out', async () => {
    const { token, vehicleId: hidden } = await sixth(app);
    const { body } = await app.request('GET', '/api/vehicles', { token });
    for (const { id } of body.data) await fillRecords(app.store, id, 10);
    await fillRecords(app.store, hidden, 1_000);
    expect((await ask({ token }, '/api/statistics/vehicles')).body.data).toMatchObject({
      ...{ records: 50, totalCost: 50, hidden: 1, archived: 0 },
    });
  });

  test('the sums of all vehicles leave archived ones out, and the forecast also those that are laid up', async () => {
    const { token, vehicleId } = await owner(app, 'business');
    await fillRecords(app.store, vehicleId, 10);
    const yearAgo = new Date(app.clock.now() - 365 * DAY).toISOString().slice(0, 10);
    await app.store.db.updateTable('entries').set({ performed_on: yearAgo }).where('vehicle_id', '=', vehicleId).execute();
    const own = async () => (await ask({ token }, `/api/vehicles/${vehicleId}/statistics`)).body.data;
    const all = async () => (await ask({ token }, '/api/statistics/vehicles')).body.data;
    const before = await own();
    expect(before.extended.forecast).not.toBeNull();
    expect(await all()).toMatchObject({ records: 10, extended: { vehicles: { length: 1 }, forecast: before.extended.forecast } });
    const pause = (isPaused: boolean) => app.request('PATCH', `/api/vehicles/${vehicleId}`, { token, body: { isPaused } });
    await pause(true);
    expect(await own()).toEqual({ ...before, extended: { ...before.extended, forecast: null } });
    expect(await all()).toMatchObject({ records: 10, extended: { forecast: null } });
    await pause(false);
    await app.request('POST', `/api/vehicles/${vehicleId}/archive`, { token });
    expect(await own()).toEqual({ ...before, extended: { ...before.extended, forecast: null } });
    expect(await all()).toMatchObject({ records: 0, months: [], hidden: 0, archived: 1, extended: { vehicles: [], forecast: null } });
  });

  test.each([
    ['from=2026-02-01&to=2026-01-31', 'from', 'validation.date.order'],
    ['from=2026-02-30', 'from', 'validation.date.format'],
    ['to=tomorrow', 'to', 'validation.date.format'],
    ['to=', 'to', 'validation.date.format'],
  ])('rejects the period %s', async (query, field, code) => {
    const asker = await owner(app, 'family');
    for (const path of [`/api/vehicles/${asker.vehicleId}/statistics`, '/api/statistics/vehicles'])
      expect((await ask(asker, `${path}?${query}`)).body).toMatchObject({ code: 'api.validation', errors: [{ field, code }] });
  });

  test.each(['from=2026-02-01&to=2026-02-01', 'to=2999-12-31', ''])('accepts the period "%s"', async (query) => {
    const asker = await owner(app, 'family');
    expect((await ask(asker, `/api/vehicles/${asker.vehicleId}/statistics?${query}`)).status).toBe(200);
  });

  test('rejects prices without a part code', async () => {
    const asker = await owner(app, 'business');
    for (const query of ['', 'code=', `code=${'x'.repeat(101)}`])
      expect((await ask(asker, `/api/vehicles/${asker.vehicleId}/statistics/parts?${query}`)).body).toMatchObject({
        code: 'api.validation',
        errors: [{ field: 'code' }],
      });
  });
});
