import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECOND } from '#contract/time.ts';
import type { Metrics } from '#server/ports/metrics.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';

const RECORDS = 1_000;
const LONG = `${'о'.repeat(29)}+${'и'.repeat(29)}`;

describe.each(DATABASES)('reads on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  let address: string;
  let inFlight: () => number;
  let user: TestUser;
  let vehicleId: number;
  const sockets = new Set<Socket>();
  /** Called with the number of each query on records. */
  let onQuery: (number: number) => void;
  let queries: number;
  beforeAll(async () => {
    const metrics = {
      countRequest: () => undefined,
      countRejection: () => undefined,
      setSources: (sources) => {
        inFlight = sources.inFlight;
      },
    } as Partial<Metrics> as Metrics;
    app = await testApp(kind, {
      metrics,
      onQuery: ({ operation, sql }) => {
        if (operation === 'select' && sql.includes('"entries"')) onQuery(++queries);
      },
    });
    app.server.server.on('connection', (socket) => sockets.add(socket));
    onQuery = () => undefined;
    address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    user = await aUser(app, { tariff: 'business' });
    for (let n = 0; n < 2; n++) {
      vehicleId = (await aVehicle(app, user)).id;
      await fillRecords(app.store, vehicleId, RECORDS);
    }
  }, 60_000);
  beforeEach(() => {
    onQuery = () => undefined;
    queries = 0;
  });
  afterAll(() => app.close());

  const get = (path: string, { token } = user) => fetch(address + path, { headers: { authorization: `Bearer ${token}` } });

  test.each([
    ['a search in a history', () => `/api/vehicles/${vehicleId}/timeline?q=${LONG}`],
    ['a search in all records', () => `/api/records?q=${LONG}`],
    ['statistics of all vehicles', () => '/api/statistics/vehicles'],
    ['statistics of a vehicle', () => `/api/vehicles/${vehicleId}/statistics`],
    ['the list of vehicles', () => '/api/vehicles'],
  ])('%s ends when the client has gone, and frees its slot', async (_, path) => {
    expect((await get(path())).status).toBe(200);
    const all = queries;
    queries = 0;
    // The number of the query during which the client disconnects.
    const last = 1;
    onQuery = (number) => {
      if (number === last) for (const socket of sockets) socket.destroy();
    };
    await expect(get(path())).rejects.toThrow();
    await expect.poll(inFlight, { timeout: 30_000 }).toBe(0);
    expect(queries).toBeLessThan(all);
    expect(queries).toBeLessThanOrEqual(last + 2);
  });

  test('a search ends after 5 s, and says that it is not complete', async () => {
    const path = `/api/vehicles/${vehicleId}/timeline?q=${LONG}`;
    app.clock.stop();
    expect(await (await get(path)).json()).toMatchObject({ data: [], isComplete: true });
    expect(queries).toBeGreaterThan(2);
    onQuery = () => app.clock.advance(3 * SECOND);
    queries = 0;
    expect(await (await get(path)).json()).toMatchObject({ data: [], years: [], nextCursor: null, isComplete: false });
    expect(queries).toBe(2);
    queries = 0;
    expect(await (await get(`/api/records?q=${LONG}`)).json()).toMatchObject({ data: [], isComplete: false });
    expect(queries).toBe(2);
    expect(await (await get(`/api/vehicles/${vehicleId}/timeline`)).json()).toMatchObject({ isComplete: true });
  });

  test('during 400 searches of one account, the lists of another are answered', async () => {
    const [attacker, other] = [await aUser(app), await aUser(app)];
    const { id } = await aVehicle(app, attacker);
    await fillRecords(app.store, id, 100);
    await aVehicle(app, other);
    const statusOf = async (path: string, who: TestUser) => (await app.request('GET', path, { token: who.token })).status;
    const searches: Promise<number>[] = [];
    const lists: number[] = [];
    for (let n = 0; n < 8; n++) {
      for (let m = 0; m < 50; m++) searches.push(statusOf(`/api/vehicles/${id}/timeline?q=${LONG}`, attacker));
      lists.push(await statusOf('/api/vehicles', other));
    }
    expect(new Set(lists)).toEqual(new Set([200]));
    const statuses = await Promise.all(searches);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(32);
    for (const status of statuses) expect([200, 429]).toContain(status);
  });
});
