/** Requests that wait for a lock of another connection, with the pool at its default size. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store, type StoreSettings } from '#server/db/store.ts';
import { type Answer, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts';

/** More than the pool has connections, so that some requests wait for one. */
const MANY = 25;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** PostgreSQL itself ends no statement of it. */
async function aStore(settings: Pick<StoreSettings, 'pool' | 'isPooled' | 'isPrepared'> = {}): Promise<Store> {
  const databaseUrl = `${database.url}?lock_timeout=0&statement_timeout=0&idle_in_transaction_session_timeout=0`;
  const store = await openStore({ dataDir: '', databaseUrl, onError: () => undefined, ...settings });
  onTestFinished(() => store.close());
  return store;
}

interface Site {
  app: TestApp;
  anOwner(): Promise<Owner>;
}

interface Owner {
  user: TestUser;
  note(): Promise<Answer>;
  list(): Promise<Answer>;
  create(headers?: Record<string, string>): Promise<Answer>;
}

async function aSite(): Promise<Site> {
  const store = await aStore();
  const app = await testApp('sqlite', { store });
  onTestFinished(() => app.close());
  return {
    app,
    async anOwner() {
      const user = await aUser({ store, clock: app.clock });
      const path = `/api/vehicles/${(await aVehicle(app, user)).id}`;
      return {
        user,
        note: () => app.request('GET', `${path}/note`, { token: user.token }),
        list: () => app.request('GET', `${path}/records`, { token: user.token }),
        create: (headers = {}) => app.request('POST', `${path}/records`, { token: user.token, body: recordBody(), headers }),
      };
    },
  };
}

/** Takes a lock, which is held until the connection is closed or rolls back. */
async function lockWith(statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement);
  return client;
}

const lockRecords = (): Promise<pg.Client> => lockWith('lock table records in access exclusive mode');

/** Resolves when that many statements have waited for a table for longer than it takes to cancel them. */
async function longWaits(count: number): Promise<void> {
  const { db } = await aStore({ pool: 1 });
  const found = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity where datname = current_database()
      and wait_event = 'relation' and query_start < clock_timestamp() - interval '1500 ms'`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(found, { timeout: 60_000 }).toBe(count);
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('while a table is locked, requests that need it get 503 and leave connections to others', async () => {
  const { app, anOwner } = await aSite();
  const [{ list, note, user }, { create }] = [await anOwner(), await anOwner()];
  const createOnce = () => create({ 'idempotency-key': randomUUID() });
  const holder = await lockRecords();
  const waiting = [...times(MANY, list), create(), createOnce()];
  const first = await Promise.race(waiting);
  expect(first).toMatchObject({ status: 503, body: { code: 'api.503' } });
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.request('GET', '/api/users/user', { token: user.token })).status).toBe(200);
  expect((await app.request('GET', '/api/prices/price')).status).toBe(200);
  expect((await note()).status).toBe(200);
  await holder.query('rollback');
  for (const { status } of await Promise.all(waiting)) expect([200, 201, 503]).toContain(status);
  expect((await list()).status).toBe(200);
  expect((await createOnce()).status).toBe(201);
});

test('while the row of an owner is locked, their creates get 503 and leave connections to other owners', async () => {
  const { anOwner } = await aSite();
  const [{ user, create }, other] = [await anOwner(), await anOwner()];
  await lockWith(`select u.id from users u join vehicles v on v.user_id = u.id where u.id = ${user.id} for update`);
  const waiting = times(MANY, create);
  expect((await Promise.race(waiting)).status).toBe(503);
  expect((await other.create()).status).toBe(201);
  expect((await other.create({ 'idempotency-key': randomUUID() })).status).toBe(201);
  expect((await other.list()).status).toBe(200);
});

test('requests wait for a lock while connections are free', async () => {
  const { anOwner } = await aSite();
  const { list, note } = await anOwner();
  const holder = await lockRecords();
  const waiting = times(7, list);
  await longWaits(waiting.length);
  expect((await note()).status).toBe(200);
  await holder.query('rollback');
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
});

test('a statement that waits for a lock gives up the only connection', async () => {
  const { db } = await aStore({ pool: 1 });
  await lockRecords();
  const waiting = db.selectFrom('records').select('id').limit(1).execute();
  const other = sql`select 1`.execute(db);
  await expect(waiting).rejects.toMatchObject({ code: '55P03' });
  await other;
});

test('a statement that is slow without a lock may occupy all connections', async () => {
  const { db } = await aStore({ pool: 2 });
  const sleeping = times(2, () => sql`select pg_sleep(1.5)`.execute(db));
  await Promise.all([...sleeping, sql`select 1`.execute(db)]);
});

test('behind a pooler, statements wait', async () => {
  const { db } = await aStore({ pool: 1, isPooled: true, isPrepared: false });
  const holder = await lockRecords();
  const waiting = times(2, () => db.selectFrom('records').select('id').limit(1).execute());
  await longWaits(1);
  await holder.query('rollback');
  await Promise.all(waiting);
});
