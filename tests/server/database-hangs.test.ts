import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { postgresLimits } from '#server/db/postgres-limits.ts';
import { openStore } from '#server/db/store.ts';
import { systemClock } from '#server/ports/clock.ts';
import { aUser, recordBody, type TestUser } from '#tests/support/builders.ts';
import { patchedCopy } from '#tests/support/patched.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { aDatabase, PROJECT, request, type SharedDatabase, startFromSource } from '#tests/support/processes.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { type SilentProxy, silentProxy } from '#tests/support/silent-proxy.ts';
import { aBook, type Book } from '#tests/support/writers.ts';

const TIMEOUT = 60_000;
/** Milliseconds and seconds; the default limits are asserted below. */
const SHORT_LIMITS = '?statement_timeout=500&connect_timeout=1';
/** More than the connections of the pool. */
const AT_ONCE = 15;

interface Hanging {
  server: RunningServer;
  proxy: SilentProxy;
  book: Book;
}

async function aServer(limits: string, project = PROJECT): Promise<Hanging> {
  const database: SharedDatabase = await aDatabase('postgres');
  onTestFinished(() => database.remove());
  const store = await database.open();
  const user: TestUser = await aUser({ store, clock: systemClock });
  await store.close();
  const proxy = await silentProxy(database.env.DATABASE_URL ?? '');
  onTestFinished(() => proxy.close());
  const server = await startFromSource(database, project, { DATABASE_URL: proxy.url + limits, LOG_LEVEL: 'silent' });
  onTestFinished(() => void server.process.kill('SIGKILL'));
  return { server, proxy, book: await aBook(server, user) };
}

const readAtOnce = ({ server, book }: Hanging) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => request(server, 'GET', `${book.path}/records`, { token: book.user.token })));

test('no request waits longer than 6 s for a statement or a connection', () => {
  const { connect, statement, lock, answer, idleInTransaction } = postgresLimits('postgres://carnet@localhost/carnet');
  expect(Math.max(connect, answer)).toBeLessThan(6_000);
  // PostgreSQL times out first and keeps the connection.
  expect(lock).toBeLessThan(statement);
  expect(statement).toBeLessThan(answer);
  expect(idleInTransaction).toBeGreaterThan(0);
});

test('parameters of the database URL change the limits', () => {
  const parameters = 'connect_timeout=2&statement_timeout=60000&lock_timeout=0&idle_in_transaction_session_timeout=1';
  expect(postgresLimits(`postgres://carnet@localhost/carnet?${parameters}`)).toEqual({
    ...{ connect: 2_000, statement: 60_000, lock: 0, idleInTransaction: 1, answer: 60_500 },
  });
  expect(postgresLimits('postgresql:///carnet?host=/run/postgresql&statement_timeout=0').answer).toBe(0);
  expect(postgresLimits('postgres://h/c?statement_timeout=soon').statement).toBe(5_000);
});

test('PostgreSQL hangs with open connections: answers 503, and recovers at once when it responds', { timeout: TIMEOUT }, async () => {
  // So that the exit code says whether everything has ended by its own limits, however busy the machine is.
  const copy = patchedCopy([{ file: 'start/stop.ts', search: 'LAST_DEADLINE = 8_000', replace: 'LAST_DEADLINE = 60_000' }]);
  onTestFinished(copy.remove);
  const hanging = await aServer(SHORT_LIMITS, copy.project);
  const { server, proxy, book } = hanging;
  // Fills the pool with connections that will hang.
  for (const { status } of await readAtOnce(hanging)) expect(status).toBe(200);
  proxy.silence();
  const [reads, write, ready, healthy] = await Promise.all([
    readAtOnce(hanging),
    request(server, 'POST', `${book.path}/records`, { token: book.user.token, body: recordBody() }),
    request(server, 'GET', '/readyz'),
    request(server, 'GET', '/healthz'),
  ]);
  for (const { status, headers } of [...reads, write, ready]) {
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(healthy.status).toBe(200);
  proxy.admit();
  expect((await request(server, 'GET', '/readyz')).status).toBe(200);
  for (const { status } of await readAtOnce(hanging)) expect(status).toBe(200);
  expect((await request(server, 'POST', `${book.path}/records`, { token: book.user.token, body: recordBody() })).status).toBe(201);
  proxy.silence();
  const pending = readAtOnce(hanging).catch(() => undefined);
  server.process.kill('SIGTERM');
  expect(await once(server.process, 'exit'), server.output()).toEqual([0, null]);
  await pending;
});

test('one connection that does not answer retires the idle ones', { timeout: TIMEOUT }, async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const proxy = await silentProxy(database.url);
  onTestFinished(() => proxy.close());
  const store = await openStore({ dataDir: '', databaseUrl: proxy.url + SHORT_LIMITS, onError: () => undefined });
  onTestFinished(() => store.close());
  // All run at once, so that each has its own connection.
  const queryAtOnce = () => Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(store.db)));
  await queryAtOnce();
  proxy.silence();
  await expect(store.ping()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  proxy.admit();
  await queryAtOnce();
});

test('a statement without a time limit does not keep the process from exiting', { timeout: TIMEOUT }, async () => {
  const copy = patchedCopy([{ file: 'start/stop.ts', search: 'LAST_DEADLINE = 8_000', replace: 'LAST_DEADLINE = 500' }]);
  onTestFinished(copy.remove);
  const hanging = await aServer('?statement_timeout=0', copy.project);
  hanging.proxy.silence();
  const pending = readAtOnce(hanging).catch(() => undefined);
  // The server has answered a later request that needs no database, so the others have arrived.
  expect((await request(hanging.server, 'GET', '/healthz')).status).toBe(200);
  hanging.server.process.kill('SIGTERM');
  expect(await once(hanging.server.process, 'exit')).toEqual([1, null]);
  await expect.poll(hanging.server.output, { timeout: 10_000 }).toContain('did not stop in order');
  await pending;
});
