import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openStore } from '#server/db/store.ts';
import { systemClock } from '#server/ports/clock.ts';
import { advertBody, putAdverts } from '#tests/support/adverts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, feedbackBody, recordBody } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, patchOrder } from '#tests/support/orders.ts';
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { request, startOn } from '#tests/support/processes.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';

const run = promisify(execFile);
let app: TestApp;
let database: TestDatabase;
beforeEach(async () => {
  app = await testApp('sqlite');
  database = await createDatabase('empty');
});
afterEach(async () => {
  await app.close();
  await database.drop();
});

const backup = () => join(app.dataDir, 'carnet.backup');
const script = (name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [builtCommand(name), ...args], { env: { ...NODE_ENV, DATA_DIR: app.dataDir, ...env } });
const move = () => script('restore', { DATABASE_URL: database.url }, backup());
const target = () => openStore({ dataDir: '', databaseUrl: database.url, onError: () => undefined });

/** All rows of all tables, as text. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const shown = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
    content[name] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, value]) => [key, shown(value)]),
        ),
      )
      .sort();
  }
  return content;
}

/** Rows in the tables that triggers maintain, and in those whose ids must not be used again. */
async function fill() {
  const user = await aUser(app, { tariff: 'business' });
  const vehicle = await aVehicle(app, user);
  const options = { token: user.token, body: recordBody({ operationName: 'Заміна «оливи» 🚲 \\ \'"' }) };
  const path = `/api/vehicles/${vehicle.id}/records`;
  const records = [1, 2, 3].map(async () => (await app.request('POST', path, options)).body.data.id as number);
  const last = Math.max(...(await Promise.all(records)));
  expect((await app.request('DELETE', `${path}/${last}`, { token: user.token })).status).toBe(200);
  await activatePayments(app);
  const admin = await anAdmin(app);
  const { order_code } = await anOrder(app, await aUser(app));
  for (const status of ['confirmed', 'completed'] as const) await patchOrder(app, admin, order_code, status);
  await anOrder(app, await aUser(app));
  expect((await putAdverts(app, admin, [advertBody()])).status).toBe(200);
  expect((await app.request('POST', '/api/feedback/send', { body: feedbackBody() })).status).toBe(200);
  expect((await app.request('POST', '/api/statistics/set-visits')).status).toBe(200);
  return { user, path, last };
}

test('a backup of SQLite is restored to a new PostgreSQL database with every row, and used from there', async () => {
  const { user, path, last } = await fill();
  await script('backup', {}, backup());
  const before = await contentOf(app.store.db);
  for (const table of ['users', 'images', 'entries', 'orders', 'audit', 'adverts', 'feedback', 'mails', 'visits'])
    expect(before[table]?.length, table).toBeGreaterThan(0);
  expect((await move()).stdout).toMatch(/to PostgreSQL at \w+@\S+: \d+ rows\n$/);
  const store = await target();
  expect(await contentOf(store.db)).toEqual(before);

  const { id, user_id } = await store.db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where('user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  await store.db.updateTable('users').set({ email: 'moved@example.com' }).where('id', '=', user_id).execute();
  const order = await store.db.selectFrom('orders').select('email').where('id', '=', id).executeTakeFirst();
  expect(order, 'triggers are on again').toEqual({ email: 'moved@example.com' });
  const server = await startOn({ env: { DATA_DIR: app.dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'error' } });
  try {
    const created = await request(server, 'POST', path, { token: user.token, body: recordBody() });
    expect(created.status).toBe(201);
    expect((created.body as { data: { id: number } }).data.id, 'the id of a deleted record is not used again').toBe(last + 1);
  } finally {
    await server.stop();
    await store.close();
  }
});

test('a database with accounts, and --replace, are rejected, and nothing changes', async () => {
  await aUser(app);
  await script('backup', {}, backup());
  const store = await target();
  try {
    await aUser({ store, clock: systemClock } as Parameters<typeof aUser>[0]);
    const before = await contentOf(store.db);
    await expect(move()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('has accounts already') });
    const replace = script('restore', { DATABASE_URL: database.url }, backup(), '--replace');
    await expect(replace).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('never replaced') });
    expect(await contentOf(store.db)).toEqual(before);
  } finally {
    await store.close();
  }
});

test('a row that PostgreSQL rejects leaves the database without rows', async () => {
  const { id } = await aUser(app);
  await sql`insert into sessions (token_hash, id, user_id, user_agent, created_at, last_used_at)
    select 'hash', 'id', ${id}, char(0), created_at, created_at from users limit 1`.execute(app.store.db);
  await script('backup', {}, backup());
  await expect(move()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('0x00') });
  const store = await target();
  try {
    expect((await contentOf(store.db)).users).toEqual([]);
    const { rows } = await sql`select 1 from pg_trigger where tgenabled = 'D'`.execute(store.db);
    expect(rows).toEqual([]);
  } finally {
    await store.close();
  }
});
