import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import { type Answer, DATABASES, testApp } from '#tests/support/app.ts';
import { aUser, recordBody, type TestUser } from '#tests/support/builders.ts';
import { type Patch, patchedCopy } from '#tests/support/patched.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { aDatabase, request, type SharedDatabase, startFromSource, startOn } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';
import { aBook } from '#tests/support/writers.ts';

const TIMEOUT = 60_000;
/** Free pages of 4 KiB before the database is full. */
const SPARE_PAGES = 15;
/** Age of a session's last use, in milliseconds, after which it is stored again. */
const STALE = 11 * 60_000;
/** The errors are expected and need not be logged. */
const QUIET = { LOG_LEVEL: 'silent' };

function expectUnavailable({ status, headers, body }: Answer): void {
  expect(status).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body).toMatchObject({ success: false, code: 'api.503', message: expect.any(String), requestId: expect.any(String) });
}

async function aPerson(database: SharedDatabase): Promise<TestUser> {
  const store = await database.open();
  const user = await aUser({ store, clock: systemClock });
  await store.close();
  return user;
}

describe.each(DATABASES)('the outer handle inside a transaction on %s', (kind) => {
  test('throws, rolls back, and leaves the handle usable', async () => {
    const app = await testApp(kind);
    onTestFinished(() => app.close());
    const misuse = app.store.transaction(async (tx) => {
      await tx.deleteFrom('users').execute();
      await app.store.db.selectFrom('users').selectAll().execute();
    });
    await expect(misuse).rejects.toThrow('outer database handle');
    await expect(app.store.transaction(() => app.store.transaction(async () => undefined))).rejects.toThrow('outer database handle');
    const user = await aUser(app);
    expect((await app.store.db.selectFrom('users').select('id').execute()).map(({ id }) => id)).toEqual([user.id]);
  });
});

test('PostgreSQL unavailable: answers 503 until it is back, without a restart', { timeout: TIMEOUT }, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const database = await aDatabase('postgres', { url: postgres.url });
  const user = await aPerson(database);
  const server = await startOn(database, QUIET);
  onTestFinished(async () => void (await server.stop()));
  const book = await aBook(server, user);
  const path = `${book.path}/records`;
  await postgres.halt('SIGINT');
  expectUnavailable(await request(server, 'GET', path, { token: user.token }));
  expectUnavailable(await request(server, 'POST', path, { token: user.token, body: recordBody() }));
  expectUnavailable(await request(server, 'GET', '/readyz'));
  expect((await request(server, 'GET', '/healthz')).status).toBe(200);
  await postgres.resume();
  expect((await request(server, 'GET', '/readyz')).status).toBe(200);
  expect((await request(server, 'POST', path, { token: user.token, body: recordBody() })).status).toBe(201);
  expect((await request(server, 'GET', path, { token: user.token })).body.data).toHaveLength(1);
});

test('a start without PostgreSQL exits with 1 and reports what could not be reached', async () => {
  const started = startServer(
    { DATABASE_URL: 'postgres://carnet@localhost:1/carnet' },
    join(import.meta.dirname, '../support/server-process.ts'),
  );
  await expect(started).rejects.toThrow('ended with 1 before it listened');
  await expect(started).rejects.toThrow(/Carnet could not start\. .*ECONNREFUSED/);
});

describe('SQLite that cannot write', () => {
  let database: SharedDatabase;
  let user: TestUser;
  beforeEach(async () => {
    database = await aDatabase('sqlite');
    user = await aPerson(database);
  });
  afterEach(() => database.remove());

  const makeSessionsStale = async (): Promise<void> => {
    const store = await database.open();
    await store.db
      .updateTable('sessions')
      .set({ last_used_at: isoTime(Date.now() - STALE) })
      .execute();
    await store.close();
  };

  test('locked by another program: reads of a stale session continue while writes wait and get 503', { timeout: TIMEOUT }, async () => {
    const server = await startOn(database, QUIET);
    onTestFinished(async () => void (await server.stop()));
    const path = `${(await aBook(server, user)).path}/records`;
    await makeSessionsStale();
    const other = new DatabaseSync(join(database.env.DATA_DIR ?? '', 'carnet.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const answered: string[] = [];
    const ask = async (name: string, ...call: Parameters<typeof request>): Promise<Answer> => {
      const answer = await request(...call);
      answered.push(name);
      return answer;
    };
    const write = () => ask('write', server, 'POST', path, { token: user.token, body: recordBody() });
    const writes = [write(), write(), write()];
    expect((await ask('health', server, 'GET', '/healthz')).status).toBe(200);
    expect((await ask('vehicles', server, 'GET', '/api/vehicles', { token: user.token })).status).toBe(200);
    expect((await ask('records', server, 'GET', path, { token: user.token })).status).toBe(200);
    expect(answered).toEqual(['health', 'vehicles', 'records']);
    for (const answer of await Promise.all(writes)) expectUnavailable(answer);
    const waiting = write();
    expect((await request(server, 'GET', path, { token: user.token })).status).toBe(200);
    other.exec('ROLLBACK');
    other.close();
    expect((await waiting).status).toBe(201);
  });

  test('full: writes get 503, reads and deletes continue, and freed space is used again', { timeout: TIMEOUT }, async () => {
    const file = new DatabaseSync(join(database.env.DATA_DIR ?? '', 'carnet.sqlite'));
    const pages = Number(file.prepare('PRAGMA page_count').get()?.page_count) + SPARE_PAGES;
    file.close();
    const foreignKeys = 'PRAGMA foreign_keys = ON;';
    const small: Patch = {
      file: 'db/sqlite-connection.ts',
      search: foreignKeys,
      replace: `${foreignKeys} PRAGMA max_page_count = ${pages};`,
    };
    const copy = patchedCopy([small]);
    onTestFinished(copy.remove);
    const server = await startFromSource(database, copy.project);
    onTestFinished(async () => void (await server.stop()));
    const ready = () => request(server, 'GET', '/readyz');
    const { path } = await aBook(server, user);
    const partName = 'x'.repeat(200);
    const write = () => request(server, 'POST', `${path}/records`, { token: user.token, body: recordBody({ partName }) });
    let written = 0;
    let answer = await write();
    while (answer.status === 201 && written < 2000) {
      written++;
      answer = await write();
    }
    expectUnavailable(answer);
    expect(await ready()).toMatchObject({ status: 200, body: { canWrite: false } });
    await expect.poll(server.output, { timeout: 10_000 }).toContain('The disk of the database is full: make space.');
    await makeSessionsStale();
    expect(written).toBeGreaterThan(0);
    const records = (await request(server, 'GET', `${path}/records`, { token: user.token })).body.data as { id: number }[];
    expect(records).toHaveLength(written);
    for (const { id } of records)
      expect((await request(server, 'DELETE', `${path}/records/${id}`, { token: user.token })).status).toBe(200);
    // Deleted records are kept for a day; those of a deleted vehicle are not.
    expect((await request(server, 'DELETE', path, { token: user.token })).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 200, body: { canWrite: true } });
    const again = await aBook(server, user);
    expect((await request(server, 'POST', `${again.path}/records`, { token: user.token, body: recordBody() })).status).toBe(201);
  });
});
