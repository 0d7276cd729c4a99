import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE, RECORDS_UNPAGED_MAX } from '#contract/limits.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';
import { fillRecords, fillVehicles } from '#tests/support/fill.ts';

const READERS = 5;
const ATTEMPTS = 3;
const FULL_VEHICLES = RECORDS_PER_ACCOUNT / RECORDS_PER_VEHICLE;

/** The longest search; it matches nothing, so every record is compared. */
const LONG_SEARCH = encodeURIComponent('о'.repeat(29).concat(' ', 'и'.repeat(30)));

/** Maximum length of a response, in characters. */
const ANSWER_MAX = 600_000;

/** The longest CPU time, in milliseconds, that this thread spent in one turn of its event loop while `work` ran. */
async function busiestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let most = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    most = Math.max(most, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return most;
}

/** The least of a few attempts, because the garbage of an earlier request may be collected in any turn; ends below `limit`. */
async function leastBusy(work: () => Promise<unknown>, limit = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && least >= limit; n += 1) least = Math.min(least, await busiestTurn(work));
  return least;
}

/** A full account: ten vehicles with 200,000 records, and one without records. */
describe.each(DATABASES)('an account with 200,000 records on %s', { timeout: 120_000 }, (kind) => {
  let app: TestApp;
  let user: TestUser;
  let vehicles: number[];
  let address: string;
  beforeAll(async () => {
    app = await testApp(kind);
    user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user, 'bicycle');
    await fillVehicles(app.store, id, FULL_VEHICLES);
    const rows = await app.store.db.selectFrom('vehicles').select('id').where('user_id', '=', user.id).orderBy('id').execute();
    vehicles = rows.map((row) => row.id);
    for (const vehicle of vehicles.slice(1)) await fillRecords(app.store, vehicle, RECORDS_PER_VEHICLE);
    address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  }, 120_000);
  afterAll(() => app.close());

  const get = async (path: string) => {
    const response = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${user.token}` } });
    expect(response.status).toBe(200);
    const text = await response.text();
    return { size: text.length, body: JSON.parse(text) };
  };

  test('answers five readers at once correctly, with responses of bounded size', async () => {
    const path = `/api/vehicles/${vehicles[1]}/records`;
    const answers = await Promise.all(
      Array.from({ length: READERS }, () => Promise.all([get('/api/vehicles'), get(path), get(`${path}?limit=50`)])),
    );
    for (const [list, history, page] of answers) {
      const counts = list.body.data.map((vehicle: { recordCount: number; totalCost: number }) => [vehicle.recordCount, vehicle.totalCost]);
      expect(counts).toEqual([[0, 0], ...Array.from({ length: FULL_VEHICLES }, () => [RECORDS_PER_VEHICLE, RECORDS_PER_VEHICLE])]);
      expect(history.body.data).toHaveLength(RECORDS_UNPAGED_MAX);
      expect(history.size).toBeLessThan(ANSWER_MAX);
      expect(page.body).toMatchObject({ totalCost: RECORDS_PER_VEHICLE, nextCursor: expect.any(String) });
    }
  });

  /**
   * Compared with the CPU time of the totals of all records in one query, so that a slow machine makes no difference. The longest turn of
   * the requests takes about as long, an unbatched search more than twice as long.
   */
  test.runIf(kind === 'sqlite')('no request blocks the thread for long', async () => {
    const totals = await leastBusy(() =>
      app.store.db
        .selectFrom('entries')
        .select(({ fn }) => [fn.sum('amount'), fn.max('reading')].map((sum, n) => sum.as(`sum${n}`)))
        .groupBy('vehicle_id')
        .execute(),
    );
    const limit = 1.75 * totals;
    const vehicle = `/api/vehicles/${vehicles[1]}`;
    const history = [`${vehicle}/records?limit=50`, `${vehicle}/timeline`, `${vehicle}/timeline?sort=price`];
    const searches = [`${vehicle}/timeline?q=P19999`, `${vehicle}/timeline?q=${LONG_SEARCH}`, `/api/records?q=${LONG_SEARCH}`];
    const statistics = [`${vehicle}/statistics`, `${vehicle}/statistics/parts?code=P7`, '/api/statistics/vehicles?from=2011-01-01'];
    for (const path of ['/api/vehicles', vehicle, ...history, ...searches, ...statistics]) {
      expect(await leastBusy(() => get(path), limit), path).toBeLessThan(limit);
    }
  });

  test('a full account rejects further records, for an empty vehicle and for the 21st record of another one', async () => {
    for (const records of [0, 20]) {
      await fillRecords(app.store, vehicles[0] ?? 0, records);
      const { status, body } = await app.request('POST', `/api/vehicles/${vehicles[0]}/records`, {
        token: user.token,
        body: recordBody({ reading: '2020' }),
      });
      expect({ records, status, code: body.code }).toEqual({ records, status: 403, code: 'recordsApi.limit' });
    }
    await app.store.db
      .deleteFrom('entries')
      .where('vehicle_id', '=', vehicles[0] ?? 0)
      .execute();
  });
});
