/** PostgreSQL sessions that wait, idle, reject writes, have stale plans or deadlock. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE } from '#contract/time.ts';
import { isReadOnly, isUnavailable } from '#server/db/errors.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { testClock } from '#tests/support/clock.ts';
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
/** Causes the failures; has the default limits of the application. */
let other: Store;

const reported: Error[] = [];
const open = (parameters = '') =>
  openStore({ dataDir: '', databaseUrl: database.url + parameters, onError: (error) => void reported.push(error) });

async function aStore(parameters = ''): Promise<Store> {
  const store = await open(parameters);
  onTestFinished(() => store.close());
  return store;
}

beforeAll(async () => {
  database = await createDatabase();
  other = await open();
  const name = sql.ref(new URL(database.url).pathname.slice(1));
  await sql`alter database ${name} set deadlock_timeout = '50ms'`.execute(other.db);
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

/** Returns the error of a promise that must reject. */
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It was fulfilled.');
    },
    (error: unknown) => error,
  );

interface Barrier {
  /** Resolves when `count` callers have arrived. */
  arrive(): Promise<void>;
}

function barrier(count: number): Barrier {
  let missing = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    arrive() {
      if (--missing === 0) resolve();
      return promise;
    },
  };
}

test('an idle connection is kept for ten minutes, because a new one costs as much as many requests', async () => {
  const store = await aStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(store.db)));
    vi.advanceTimersByTime(9 * MINUTE);
    expect(store.usage()).toMatchObject({ total: 3, idle: 3 });
    vi.advanceTimersByTime(MINUTE);
    expect(store.usage()).toMatchObject({ total: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('PostgreSQL itself limits every session', async () => {
  const limits = sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
  expect((await limits.execute(other.db)).rows).toEqual([{ statement: '5s', lock: '3s', idle: '15s' }]);
  const slow = await aStore('?statement_timeout=100');
  const error = await reasonOf(sql`select pg_sleep(60)`.execute(slow.db));
  expect(error).toMatchObject({ code: '57014' });
  expect(isUnavailable(error)).toBe(true);
});

test('answers 503 with Retry-After to a write to a locked row, and succeeds once the row is free', async () => {
  const store = await aStore('?lock_timeout=100');
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  const user = await aUser({ store, clock: app.clock });
  const patch = () =>
    app.request('PATCH', '/api/users/change-profile', { token: user.token, body: { firstName: 'Ліна', lastName: 'Коваль' } });
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const locking = other.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const rejected = await patch();
  released.resolve();
  await locking;
  expect(rejected).toMatchObject({ status: 503, body: { code: 'api.503' } });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect((await patch()).status).toBe(200);
});

test('PostgreSQL ends a transaction that idles, which counts as unavailable', async () => {
  const store = await aStore('?idle_in_transaction_session_timeout=100');
  const error = await reasonOf(
    store.transaction(async (tx) => {
      await tx.selectFrom('users').select('id').execute();
      reported.length = 0;
      await expect.poll(() => reported, { timeout: 15_000 }).not.toEqual([]);
      await tx.selectFrom('users').select('id').execute();
    }),
  );
  expect(isUnavailable(error)).toBe(true);
  expect(await store.db.selectFrom('prices').select('tariff').limit(1).execute()).toBeDefined();
});

test('a read-only database is not ready and answers writes with 503; its connections are replaced at once', async () => {
  const name = sql.ref(new URL(database.url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(other.db);
  const store = await aStore();
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  const send = () => app.request('POST', '/api/statistics/set-visits');
  const isWriteRejected = async () => isReadOnly(await reasonOf(store.db.deleteFrom('codes').execute()));
  expect(isReadOnly(await reasonOf(store.ping()))).toBe(true);
  expect((await app.request('GET', '/readyz')).status).toBe(503);
  expect(await isWriteRejected()).toBe(true);
  expect((await send()).status).toBe(503);
  await sql`alter database ${name} reset default_transaction_read_only`.execute(other.db);
  // A session keeps the setting that it began with, so this is a new session.
  expect((await app.request('GET', '/readyz')).status).toBe(200);
  await store.db.deleteFrom('codes').execute();
  expect((await send()).status).toBe(200);
});

test('repeats a statement with a stale plan on a new connection', async () => {
  const store = await aStore();
  const read = () => sql`select * from notes`.execute(store.db);
  const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]?.pid;
  await read();
  const before = await session();
  await sql`alter table notes add column of_the_next_release text`.execute(other.db);
  reported.length = 0;
  expect((await read()).rows).toEqual([]);
  expect(reported).toMatchObject([{ code: '0A000' }]);
  expect(await session()).not.toBe(before);
});

test('repeats a whole transaction if a plan in it is stale', async () => {
  const store = await aStore();
  const visit_date = '2026-01-02';
  let runs = 0;
  const write = () =>
    store.transaction(async (tx) => {
      runs++;
      await tx.insertInto('visits').values({ visit_date, visit_count: 1 }).execute();
      await sql`select * from visits`.execute(tx);
      await tx.deleteFrom('visits').where('visit_date', '=', visit_date).execute();
    });
  await write();
  await sql`alter table visits add column of_the_one_after text`.execute(other.db);
  await write();
  expect(runs).toBe(3);
});

test('repeats a statement that the session no longer knows', async () => {
  const store = await aStore();
  const read = () => store.db.selectFrom('prices').select('tariff').execute();
  const prices = await read();
  await sql`deallocate all`.execute(store.db);
  expect(await read()).toEqual(prices);
});

test('repeats the transaction that PostgreSQL aborts in a deadlock', async () => {
  const store = await aStore();
  const ids = [(await aUser({ store, clock: testClock() })).id, (await aUser({ store, clock: testClock() })).id];
  const bothLockedOne = barrier(2);
  const oneCommitted = Promise.withResolvers<void>();
  let runs = 0;
  const lockBoth = async (order: number[]) => {
    await store.transaction(async (tx) => {
      runs++;
      const isFirstRun = runs <= 2;
      // The row of the aborted transaction is free before the other one is woken: a repeated run that took it at once would block that one again.
      if (!isFirstRun) await oneCommitted.promise;
      for (const [index, id] of order.entries()) {
        await tx.updateTable('users').set({ first_name: 'Оля' }).where('id', '=', id).execute();
        if (index === 0 && isFirstRun) await bothLockedOne.arrive();
      }
    });
    oneCommitted.resolve();
  };
  await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())]);
  expect(runs).toBe(3);
});
