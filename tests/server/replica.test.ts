import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '#server/db/store.ts';
import type { ReplicaUsage } from '#server/db/usage.ts';
import { prometheusMetrics } from '#server/ports/prometheus.ts';
import { advertBody, putAdverts, shownAdverts } from '#tests/support/adverts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, step, type TestAdmin } from '#tests/support/orders.ts';
import { administer } from '#tests/support/postgres.ts';
import { type PostgresServer, startPostgres, startStandby } from '#tests/support/postgres-server.ts';
import { PROJECT, request, startOn } from '#tests/support/processes.ts';
import { metricOf } from '#tests/support/prometheus.ts';
import { type SilentProxy, silentProxy } from '#tests/support/silent-proxy.ts';

const TIMEOUT = 120_000;
/** Milliseconds that a read waits; generous where the replica is to answer on a busy machine. */
const PATIENT = 5_000;
const SHORT = 50;
const ROUNDS = 10;

let primary: PostgresServer;
let standby: PostgresServer;
let proxy: SilentProxy;
beforeAll(async () => {
  primary = await startPostgres();
  standby = await startStandby(primary.url);
  proxy = await silentProxy(standby.url);
}, TIMEOUT);
afterAll(async () => {
  await proxy.close();
  await standby.stop();
  await primary.stop();
});

const usage = ({ store }: TestApp): ReplicaUsage => (store.usage() as { replica: ReplicaUsage }).replica;
const setPrice = async (app: TestApp, { token }: TestAdmin, price: number) =>
  expect((await app.request('PATCH', '/api/prices/price', { token, body: [{ tariff: 'family', price }] })).status).toBe(200);
const priceIn = (prices: { tariff: string; price: number }[]) => prices.find(({ tariff }) => tariff === 'family')?.price;
const shownPrice = async (app: TestApp) => priceIn((await app.request('GET', '/api/prices/price')).body.data);

async function doctor(databaseUrl: string, readUrl: string): Promise<string[]> {
  const env = { PATH: process.env.PATH, DATA_DIR: tmpdir(), DATABASE_URL: databaseUrl, DATABASE_READ_URL: readUrl };
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/doctor.ts')], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return output.split('\n').filter((line) => line.includes('Replica:'));
}

describe('reads from a replica', { timeout: TIMEOUT }, () => {
  let apps: TestApp[];
  let messages: string[];
  beforeEach(() => {
    [apps, messages] = [[], []];
  });
  afterEach(async () => {
    await administer(standby.url, 'select pg_wal_replay_resume()');
    for (const app of apps) await app.close();
  });

  const isUsed = (app: TestApp) => expect.poll(() => usage(app).isUsed, { timeout: TIMEOUT });

  /** An application on the primary that uses the standby. */
  async function anApp(maxLag = PATIENT, url = standby.url): Promise<TestApp> {
    const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'postgres' }, TIMEOUT);
    const app = await testApp('postgres', {
      database: { dataDir: '', databaseUrl: primary.url },
      replica: { url, maxLag, onChange: (message) => void messages.push(message) },
      metrics,
      metricsToken: 'a-token-for-the-metrics',
      pages: barePages(async ({ data }) => ({ status: 200, html: JSON.stringify(data) })),
    });
    apps.push(app);
    await isUsed(app).toBe(true);
    return app;
  }

  const pagePrice = async (app: TestApp) => priceIn(JSON.parse((await app.request('GET', '/')).body).prices);
  const pauseReplay = () => administer(standby.url, 'select pg_wal_replay_pause()');

  test('what one process writes, another one reads at once, from the replica', async () => {
    const [writer, reader] = [await anApp(), await anApp()];
    const admin = await anAdmin(writer);
    for (let n = 1; n <= ROUNDS; n++) {
      await setPrice(writer, admin, n);
      expect([await shownPrice(reader), await pagePrice(reader)]).toEqual([n, n]);
      expect((await putAdverts(writer, admin, [advertBody(`Advert ${n}`)])).status).toBe(200);
      expect((await shownAdverts(reader, 'en')).body).toMatchObject([{ title_en: expect.stringContaining(`Advert ${n} `) }]);
    }
    // Per round the price, the page with its three reads, and the advert.
    expect(usage(reader).reads).toMatchObject({ replica: 5 * ROUNDS, behind: 0, failed: 0 });
    const text = (await reader.request('GET', '/metrics', { token: 'a-token-for-the-metrics' })).body;
    expect(metricOf(text, 'carnet_replica_up')).toBe(1);
    expect(metricOf(text, 'carnet_replica_reads_total', { outcome: 'replica' })).toBe(5 * ROUNDS);
    expect(metricOf(text, 'carnet_replica_pool_connections', { state: 'total' })).toBeGreaterThan(0);
  });

  const answeredByReplica = async (app: TestApp): Promise<number> => {
    await shownPrice(app);
    return usage(app).reads.replica;
  };

  test('while the replay is paused, the primary answers with what was written; later the replica does again', async () => {
    const [writer, reader] = [await anApp(SHORT), await anApp(SHORT)];
    await activatePayments(writer);
    const [admin, user] = [await anAdmin(writer), await aUser(writer)];
    const order = await anOrder(writer, user);
    await pauseReplay();
    for (let n = 1; n <= ROUNDS; n++) {
      await setPrice(writer, admin, 100 + n);
      expect([await shownPrice(reader), await pagePrice(reader)]).toEqual([100 + n, 100 + n]);
    }
    await step(writer, admin, order.order_code, 'confirmed');
    const { body } = await reader.request('GET', '/api/statistics/revenue', { token: admin.token });
    expect(body.data.paid.reduce((sum: number, { payments }: { payments: number }) => sum + payments, 0)).toBe(1);
    expect(usage(reader).reads.behind).toBeGreaterThan(ROUNDS);
    expect((await reader.request('GET', '/readyz')).status).toBe(200);
    await administer(standby.url, 'select pg_wal_replay_resume()');
    const answered = usage(reader).reads.replica;
    await expect.poll(() => answeredByReplica(reader), { timeout: TIMEOUT }).toBeGreaterThan(answered);
  });

  test('npm run doctor says whether it is a standby, and what happens while it is away', async () => {
    const secret = (url: string) => url.replace('carnet@', 'carnet:secret@');
    expect(await doctor(primary.url, secret(standby.url))).toEqual([expect.stringMatching(/^ok .* is a standby of the database$/)]);
    expect(await doctor(primary.url, secret(primary.url))).toEqual([expect.stringMatching(/^ERROR .* is not used: it is not a standby/)]);
    const away = await doctor(primary.url, 'postgres://carnet:secret@127.0.0.1:1/carnet');
    expect(away).toEqual([expect.stringMatching(/^WARNING .*carnet@127.0.0.1:1.*ECONNREFUSED.*the primary answers all reads/)]);
    expect(away.join()).not.toContain('secret');
  });

  test('a query that fails on the replica is repeated on the primary, whose result counts', async () => {
    const app = await anApp();
    const before = usage(app).reads;
    await expect(sql`select 1 / (case when pg_is_in_recovery() then 0 else 1 end)`.execute(app.store.reads)).resolves.toBeDefined();
    await expect(sql`select 1 / 0`.execute(app.store.reads)).rejects.toMatchObject({ code: '22012' });
    expect(usage(app)).toMatchObject({ isUsed: true, reads: { ...before, failed: before.failed + 2 } });
    await expect(app.store.transaction(() => app.store.reads.selectFrom('prices').select('price').execute())).rejects.toThrow(
      'outer database handle',
    );
  });

  test('a replica that hangs delays a read by seconds at most, once, and is used again later', async () => {
    const app = await anApp(PATIENT, proxy.url);
    onTestFinished(() => proxy.admit());
    proxy.silence();
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.request('GET', '/api/prices/price')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await isUsed(app).toBe(false);
    const { away } = usage(app).reads;
    expect((await app.request('GET', '/api/prices/price')).status).toBe(200);
    expect((await app.request('GET', '/readyz')).status).toBe(200);
    expect(usage(app).reads.away).toBe(away + 1);
    expect(messages.at(-1)).toMatch(/^The replica is not used: /);
    proxy.admit();
    await isUsed(app).toBe(true);
    expect(messages.at(-1)).toBe('The replica answers reads again.');
  });

  test('connections that hung while nobody read are not used any more', async () => {
    const app = await anApp(PATIENT, proxy.url);
    onTestFinished(() => proxy.admit());
    const ask = () => Promise.all(Array.from({ length: 20 }, () => app.request('GET', '/api/prices/price')));
    await ask();
    expect(usage(app).idle).toBeGreaterThan(1);
    proxy.silence();
    await isUsed(app).toBe(false);
    proxy.admit();
    await isUsed(app).toBe(true);
    const before = usage(app).reads;
    await ask();
    expect(usage(app).reads).toEqual({ ...before, replica: before.replica + 20 });
  });

  test('a replica that is killed fails no request, and is used again after it was started', async () => {
    const app = await anApp();
    const ask = () => Promise.all(Array.from({ length: 20 }, () => app.request('GET', '/api/prices/price')));
    const during = ask();
    await standby.halt('SIGKILL');
    for (const { status } of [...(await during), ...(await ask())]) expect(status).toBe(200);
    await isUsed(app).toBe(false);
    await standby.resume();
    await isUsed(app).toBe(true);
    const { replica } = usage(app).reads;
    await ask();
    expect(usage(app).reads.replica).toBeGreaterThan(replica);
  });

  test('the server names the replica at the start, and stops in order while it hangs', async () => {
    const database = { env: { DATABASE_URL: primary.url, DATABASE_READ_URL: proxy.url, LOG_LEVEL: 'error' } };
    const server = await startOn(database);
    onTestFinished(() => void server.process.kill('SIGKILL'));
    onTestFinished(() => proxy.admit());
    const { host } = new URL(proxy.url);
    expect(server.output()).toContain(`reads also from PostgreSQL at carnet@${host}/postgres`);
    expect((await request(server, 'GET', '/api/prices/price')).status).toBe(200);
    proxy.silence();
    server.process.kill('SIGTERM');
    expect(await once(server.process, 'exit')).toEqual([0, null]);
  });
});

describe('a server that is no standby of the primary', { timeout: TIMEOUT }, () => {
  let main: PostgresServer;
  let follower: PostgresServer;
  let other: PostgresServer;
  beforeAll(async () => {
    main = await startPostgres();
    [follower, other] = await Promise.all([startStandby(main.url), startPostgres()]);
  }, TIMEOUT);
  afterAll(() => Promise.all([main, follower, other].map((server) => server.stop())));

  test('gets no reads: a promoted one, one of another cluster, and the primary itself', async () => {
    const messages: string[] = [];
    const replica = { url: follower.url, maxLag: PATIENT, onChange: (message: string) => void messages.push(message) };
    const app = await testApp('postgres', { database: { dataDir: '', databaseUrl: main.url }, replica });
    onTestFinished(() => app.close());
    await expect.poll(() => usage(app).isUsed, { timeout: TIMEOUT }).toBe(true);
    await administer(follower.url, 'select pg_promote()');
    await expect.poll(() => messages, { timeout: TIMEOUT }).toContain('The replica is not used: it is not a standby.');
    const admin = await anAdmin(app);
    await setPrice(app, admin, 42);
    expect(await shownPrice(app)).toBe(42);
    expect(usage(app).isUsed).toBe(false);
    for (const url of [main.url, other.url]) {
      const found: string[] = [];
      const store = await openStore({
        ...{ dataDir: '', databaseUrl: main.url, onError: () => undefined },
        replica: { ...replica, url, onChange: (message) => void found.push(message) },
      });
      onTestFinished(() => store.close());
      await expect.poll(() => found, { timeout: TIMEOUT }).toEqual(['The replica is not used: it is not a standby.']);
    }
  });
});

test('on SQLite, reads use the database itself', async () => {
  const app = await testApp('sqlite');
  expect(app.store.reads).toBe(app.store.db);
  await app.close();
});
