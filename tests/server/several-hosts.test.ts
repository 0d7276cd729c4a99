/** Several PostgreSQL servers in DATABASE_URL: two independent ones with a database of the same name, of which one at a time accepts writes. */
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { isReadOnly, isUnavailable } from '#server/db/errors.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { testApp } from '#tests/support/app.ts';
import { administer, createDatabase, databaseUrl, type TestDatabase } from '#tests/support/postgres.ts';
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts';
import { silentProxy } from '#tests/support/silent-proxy.ts';

let first: TestDatabase;
let second: PostgresServer;
let name: string;
/** Administrative URLs of the two servers. */
let servers: [string, string];

beforeAll(async () => {
  [first, second] = await Promise.all([createDatabase(), startPostgres()]);
  name = new URL(first.url).pathname.slice(1);
  servers = [inject('postgresUrl'), second.url];
  await administer(second.url, `create database ${name}`);
  await (await openStore({ dataDir: '', databaseUrl: databaseUrl(second.url, name), onError: () => undefined })).close();
});
afterAll(async () => {
  await Promise.all([first.drop(), second.stop()]);
});

const setReadOnly = (server: string, isOn: boolean) =>
  administer(server, `alter database ${name} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
beforeEach(() => Promise.all(servers.map((server) => setReadOnly(server, false))));

const hostOf = (url: string): string => new URL(url).host;
const urlOf = (hosts: readonly string[], parameters = ''): string => `postgres://carnet@${hosts.join(',')}/${name}${parameters}`;

async function aStore(databaseUrl: string): Promise<Store> {
  const store = await openStore({ dataDir: '', databaseUrl, onError: () => undefined });
  onTestFinished(() => store.close());
  return store;
}

/** Port of the server that a store is connected to. */
async function portOf({ db }: Store): Promise<string> {
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db);
  return rows[0]?.port ?? '';
}
const portsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).port);

/** The host of a port that nothing listens on. */
async function closedHost(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

describe('new connections go to', () => {
  test('the first host that accepts writes', async () => {
    expect(await portOf(await aStore(urlOf(servers.map(hostOf))))).toBe(portsOf(servers)[0]);
    expect(await portOf(await aStore(urlOf(servers.toReversed().map(hostOf))))).toBe(portsOf(servers)[1]);
    await setReadOnly(servers[0], true);
    expect(await portOf(await aStore(urlOf(servers.map(hostOf))))).toBe(portsOf(servers)[1]);
  });

  test('a primary, also if it is read-only', async () => {
    await setReadOnly(servers[0], true);
    const store = openStore({
      ...{ dataDir: '', databaseUrl: urlOf(servers.map(hostOf), '?target_session_attrs=primary') },
      ...{ onError: () => undefined, runsMigrations: false },
    });
    onTestFinished(async () => (await store).close());
    expect(await portOf(await store)).toBe(portsOf(servers)[0]);
  });

  test('the next host if one is away or silent', async () => {
    const proxy = await silentProxy(servers[0]);
    onTestFinished(() => proxy.close());
    proxy.silence();
    const store = await aStore(urlOf([await closedHost(), hostOf(proxy.url), hostOf(servers[1])], '?connect_timeout=1'));
    expect(await portOf(store)).toBe(portsOf(servers)[1]);
  });
});

test('without a suitable host, the error names each with its reason and counts as unavailable', async () => {
  await setReadOnly(servers[0], true);
  const closed = await closedHost();
  const error: unknown = await aStore(urlOf([hostOf(servers[0]), closed])).catch((reason) => reason);
  expect(error).toMatchObject({
    message: `No host of PostgreSQL accepts writes: ${hostOf(servers[0])} (read-only), ${closed} (ECONNREFUSED)`,
  });
  expect([isReadOnly(error), isUnavailable(error)]).toEqual([true, true]);
});

test('an error that does not pass by itself is not waited for', async () => {
  const missing = `postgres://carnet@${servers.map(hostOf).join(',')}/no_such_database`;
  const error: unknown = await aStore(missing).catch((reason) => reason);
  expect(error).toMatchObject({ code: '3D000' });
  expect(isUnavailable(error)).toBe(false);
});

test('a host that became read-only answers 503 and is left when another one accepts writes', async () => {
  await setReadOnly(servers[1], true);
  const store = await aStore(urlOf(servers.map(hostOf)));
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  const visit = async () => (await app.request('POST', '/api/statistics/set-visits')).status;
  const ready = async () => (await app.request('GET', '/readyz')).status;
  expect([await visit(), await ready(), await portOf(store)]).toEqual([200, 200, portsOf(servers)[0]]);
  // As after a demotion, sessions that exist are ended.
  await setReadOnly(servers[0], true);
  await administer(servers[0], `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(ready, { timeout: 30_000 }).toBe(503);
  expect([await visit(), await ready()]).toEqual([503, 503]);
  await setReadOnly(servers[1], false);
  await expect.poll(visit, { timeout: 5_000 }).toBe(200);
  expect([await ready(), await portOf(store)]).toEqual([200, portsOf(servers)[1]]);
});

test('sessions that exist leave a host on the first write that it refuses', async () => {
  await setReadOnly(servers[1], true);
  const store = await aStore(urlOf(servers.map(hostOf)));
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  const visit = async () => (await app.request('POST', '/api/statistics/set-visits')).status;
  expect(await visit()).toBe(200);
  await sql`set session characteristics as transaction read only`.execute(store.db);
  await setReadOnly(servers[0], true);
  await setReadOnly(servers[1], false);
  expect(await visit()).toBe(503);
  expect(await visit()).toBe(200);
  expect(await portOf(store)).toBe(portsOf(servers)[1]);
});

test('each new connection is checked, so that no request fails after a demotion that has ended all others', async () => {
  const store = await aStore(urlOf(servers.map(hostOf)));
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  const visit = async () => (await app.request('POST', '/api/statistics/set-visits')).status;
  expect(await visit()).toBe(200);
  await setReadOnly(servers[0], true);
  await administer(servers[0], `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => store.usage(), { timeout: 30_000 }).toMatchObject({ total: 0 });
  expect(await visit()).toBe(200);
  expect(await portOf(store)).toBe(portsOf(servers)[1]);
});

test.each([
  ['stays silent', false],
  ['accepts new connections', true],
])('a host that stops answering and %s is left after one time limit', async (_, isAdmitting) => {
  const proxy = await silentProxy(servers[0]);
  onTestFinished(() => proxy.close());
  const store = await aStore(urlOf([hostOf(proxy.url), hostOf(servers[1])], '?statement_timeout=500&connect_timeout=2'));
  expect(await portOf(store)).toBe(portsOf(servers)[0]);
  proxy.silence();
  expect(await portOf(store).catch((reason) => reason)).toMatchObject({ code: 'ETIMEDOUT' });
  if (isAdmitting) proxy.admit();
  expect(await portOf(store)).toBe(portsOf(servers)[1]);
});

test('a host without free connections is not left', async () => {
  const role = `limited_${name}`;
  const inDatabase = (statement: string) => Promise.all(servers.map((server) => administer(databaseUrl(server, name), statement)));
  await inDatabase(`create role ${role} login connection limit 2; grant select on all tables in schema public to ${role}`);
  onTestFinished(async () => void (await inDatabase(`drop owned by ${role}; drop role ${role}`)));
  const limited = urlOf(servers.map(hostOf)).replace('carnet@', `${role}@`);
  const store = await openStore({ dataDir: '', databaseUrl: limited, onError: () => undefined, runsMigrations: false });
  onTestFinished(() => store.close());
  const inTransaction = (work: () => Promise<void>) =>
    store.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await work();
    });
  await inTransaction(() => inTransaction(() => expect(portOf(store)).rejects.toMatchObject({ code: '53300' })));
  expect(await portOf(store)).toBe(portsOf(servers)[0]);
});

test('a late failure of a connection to the host that was left changes nothing', async () => {
  const proxy = await silentProxy(servers[0]);
  onTestFinished(() => proxy.close());
  const store = await aStore(urlOf([hostOf(proxy.url), hostOf(servers[1])], '?statement_timeout=500&connect_timeout=2'));
  const opened = Promise.withResolvers<void>();
  const isLeft = Promise.withResolvers<void>();
  const late = store.transaction(async (tx) => {
    await sql`select 1`.execute(tx);
    opened.resolve();
    await isLeft.promise;
    await sql`select 1`.execute(tx);
  });
  await opened.promise;
  // On a second connection.
  expect(await portOf(store)).toBe(portsOf(servers)[0]);
  proxy.silence();
  expect(await portOf(store).catch((reason) => reason)).toMatchObject({ code: 'ETIMEDOUT' });
  proxy.admit();
  expect(await portOf(store)).toBe(portsOf(servers)[1]);
  isLeft.resolve();
  await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(await portOf(store)).toBe(portsOf(servers)[1]);
});
