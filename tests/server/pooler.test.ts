/** Settings for a connection pooler in transaction mode. PostgreSQL itself behaves like one that does not know prepared statements. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Step } from '#server/db/columns.ts';
import { STEPS } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { openStore, type Store, type StoreSettings } from '#server/db/store.ts';
import { startFailure } from '#server/start/start-failure.ts';
import { administer, createDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
let name: string;
beforeAll(async () => {
  database = await createDatabase();
  name = new URL(database.url).pathname.slice(1);
});
afterAll(() => database.drop());
beforeEach(() => administer(database.url, `alter role carnet in database ${name} reset all`));

async function aStore(settings: Partial<StoreSettings>): Promise<Store> {
  const store = await openStore({ dataDir: '', databaseUrl: database.url, onError: () => undefined, ...settings });
  onTestFinished(() => store.close());
  return store;
}

const errorOf = (settings: Partial<StoreSettings>): Promise<Error> =>
  aStore(settings).then(
    () => new Error('It was opened.'),
    (error: Error) => error,
  );

const LIMITS = { statement_timeout: 5_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 15_000 };
const setForRole = async (limits: Record<string, number>) => {
  for (const [parameter, value] of Object.entries(limits))
    await administer(database.url, `alter role carnet in database ${name} set ${parameter} = ${value}`);
};
const preparedNames = async ({ db }: Store) =>
  (await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)).rows[0]?.count;

test('without the limits of the role the store is not opened, and the error says what to run', async () => {
  const error = await errorOf({ isPooled: true, isPrepared: false });
  for (const [parameter, value] of Object.entries(LIMITS)) {
    expect(error.message).toContain(`${parameter} is 0`);
    expect(error.message).toContain(`alter role "carnet" in database "${name}" set ${parameter} = ${value};`);
  }
  expect(startFailure(error).text).toBe(`Carnet could not start. ${error.message}`);
});

test('with them the store sends no limits, and a different limit is reported', async () => {
  await setForRole(LIMITS);
  const store = await aStore({ isPooled: true, isPrepared: false });
  const { rows } = await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
    store.db,
  );
  expect(rows).toEqual([{ statement: '5s', lock: '3s' }]);
  const other = await errorOf({ isPooled: true, isPrepared: false, databaseUrl: `${database.url}?lock_timeout=4000` });
  expect(other.message).toMatch(/: lock_timeout is 3000\. .* set lock_timeout = 4000;/);
  expect(other.message).not.toContain('statement_timeout');
});

test('named statements are rejected unless the pooler keeps those of its clients apart', async () => {
  await setForRole(LIMITS);
  expect((await errorOf({ isPooled: true })).message).toContain('Set DATABASE_PREPARED=off');
});

test('statements have no names if they are switched off', async () => {
  expect(await preparedNames(await aStore({ isPrepared: false }))).toBe(0);
  expect(await preparedNames(await aStore({}))).toBe(1);
});

test('the lock of a migration belongs to its transaction, and so do its limits', async () => {
  const own = await createDatabase();
  onTestFinished(() => own.drop());
  const found: unknown[] = [];
  const look: Step = async (db) => {
    // A lock of the session could be released here.
    const lock = await sql`select pg_advisory_unlock(3853314791062309107) as is_session_lock`.execute(db);
    const count = await sql`select count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(db);
    const limit = await sql`select current_setting('statement_timeout') as statement`.execute(db);
    found.push([...lock.rows, ...count.rows, ...limit.rows]);
  };
  await migratePostgres(`${own.url}?statement_timeout=7000`, () => undefined, { ...STEPS, '9000_looks': look, '9001_looks': look });
  const each = [{ is_session_lock: false }, { locks: 1 }, { statement: '0' }];
  expect(found).toEqual([each, each]);
});
