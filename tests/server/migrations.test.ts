import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Step } from '#server/db/columns.ts';
import { migrate, STEPS } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { openStore, type Store } from '#server/db/store.ts';
import type { Tables } from '#server/db/tables.ts';
import { DATABASES } from '#tests/support/app.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';

/** Timeout of a test in milliseconds; four servers start slowly on a busy machine. */
const TIMEOUT = 60_000;
const AT_ONCE = 4;

describe.each(DATABASES)('migrations on %s', { timeout: TIMEOUT }, (kind) => {
  let database: SharedDatabase;
  beforeEach(async () => {
    database = await aDatabase(kind, { isEmpty: true });
  });
  afterEach(() => database.remove());

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await database.open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const steps = () => withStore(async ({ db }) => (await sql`select name, timestamp from kysely_migration order by name`.execute(db)).rows);

  test(`${AT_ONCE} processes start at once on an empty database, and each step runs once`, async () => {
    const servers = await Promise.all(Array.from({ length: AT_ONCE }, () => startOn(database)));
    try {
      for (const server of servers) expect((await request(server, 'GET', '/readyz')).status).toBe(200);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
    const names = (await steps()).map((step) => (step as { name: string }).name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a second start changes nothing', async () => {
    await (await startOn(database)).stop();
    const before = await steps();
    expect(before.length).toBeGreaterThan(0);
    await (await startOn(database)).stop();
    expect(await steps()).toEqual(before);
  });

  test('an unknown step stops the start with exit code 1 and a message, and changes nothing', async () => {
    await withStore(({ db }) => sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2099-01-01')`.execute(db));
    const started = startOn(database);
    await expect(started).rejects.toThrow('ended with 1 before it listened');
    await expect(started).rejects.toThrow('Carnet could not start. The database was written by a newer release of Carnet');
    await expect(database.open()).rejects.toThrow('newer release');
    // The reason is logged with its stack and its cause.
    await expect(started).rejects.toThrow(/newer release.*\n +at .*\[cause\]: Error: corrupted migrations/s);
  });
});

describe('the limits of PostgreSQL and a migration', { timeout: TIMEOUT }, () => {
  /** Milliseconds; a limit of the application that does not apply to its migrations. */
  const LIMIT = 100;
  const withStep = (step: Step) => (db: Kysely<Tables>) => migrate(db, 'postgres', { ...STEPS, '9000_slow': step });
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let store: Store;
  beforeEach(async () => {
    database = await createDatabase();
    store = await openStore({ dataDir: '', databaseUrl: database.url, onError: () => undefined });
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
  });
  const limited = () => `${database.url}?statement_timeout=${LIMIT}&lock_timeout=${LIMIT}&idle_in_transaction_session_timeout=${LIMIT}`;

  test('a step, and a process that waits for it, may take longer than a statement of the application', async () => {
    const begun = Promise.withResolvers<void>();
    const isWaitedFor = async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(store.db);
      return rows.length;
    };
    let runs = 0;
    const run = withStep(async (db) => {
      runs++;
      begun.resolve();
      await expect.poll(isWaitedFor, { timeout: TIMEOUT }).toBe(1);
      await sql`select pg_sleep(${(4 * LIMIT) / 1000}::float8)`.execute(db);
    });
    const failures: Error[] = [];
    const first = migratePostgres(limited(), (error) => failures.push(error), run);
    await begun.promise;
    await Promise.all([first, migratePostgres(limited(), (error) => failures.push(error), run)]);
    expect({ runs, failures }).toEqual({ runs: 1, failures: [] });
  });

  test('a step that waits for a table lets requests pass first, and is retried', async () => {
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const reader = store.transaction(async (tx) => {
      await tx.selectFrom('users').select('id').execute();
      locked.resolve();
      await released.promise;
    });
    onTestFinished(async () => {
      released.resolve();
      await reader;
    });
    await locked.promise;
    const failures: Error[] = [];
    const run = withStep(async (db) => void (await sql`alter table users add column of_the_next_release text`.execute(db)));
    await migratePostgres(
      database.url,
      (error) => {
        failures.push(error);
        released.resolve();
      },
      run,
      LIMIT,
    );
    expect(failures).toMatchObject([{ code: '55P03' }]);
    expect((await sql`select of_the_next_release from users`.execute(store.db)).rows).toEqual([]);
  });
});
