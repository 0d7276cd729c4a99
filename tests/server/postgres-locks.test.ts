/** Requests that wait for a lock of another connection. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts';

/** More than the pool has connections, so that some requests wait for one. */
const MANY = 25;
const LOCK_TIMEOUT = '?lock_timeout=100';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createDatabase();
  app = await testApp('postgres', { database: { dataDir: '', databaseUrl: database.url + LOCK_TIMEOUT } });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function anOwner() {
  const user = await aUser(app);
  const path = `/api/vehicles/${(await aVehicle(app, user)).id}/records`;
  return {
    user,
    list: () => app.request('GET', path, { token: user.token }),
    create: (headers = {}) => app.request('POST', path, { token: user.token, body: recordBody(), headers }),
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

test('while a table is locked, requests that need it get 503, and others are answered', async () => {
  const { list, create, user } = await anOwner();
  const holder = await lockWith('lock table entries in access exclusive mode');
  const waiting = [...Array.from({ length: MANY }, list), create(), create({ 'idempotency-key': randomUUID() })];
  expect((await app.request('GET', '/api/users/user', { token: user.token })).status).toBe(200);
  for (const { status, body, headers } of await Promise.all(waiting)) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'api.503' })]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await holder.query('rollback');
  expect((await list()).status).toBe(200);
  expect((await create()).status).toBe(201);
});

test('while the row of an owner is locked, their creates get 503, and those of another owner succeed', async () => {
  const [{ user, create }, other] = [await anOwner(), await anOwner()];
  await lockWith(`select u.id from users u join vehicles v on v.user_id = u.id where u.id = ${user.id} for update`);
  expect((await create()).status).toBe(503);
  expect((await other.create()).status).toBe(201);
});
