import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Step } from '#server/db/columns.ts';
import { executedSteps, STEPS, type Steps } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { openStore, type Store } from '#server/db/store.ts';
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

  test('an unknown step stops the start with exit code 78 and a message, and changes nothing', async () => {
    await withStore(({ db }) => sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2099-01-01')`.execute(db));
    const started = startOn(database);
    await expect(started).rejects.toThrow('ended with 78 before it listened');
    await expect(started).rejects.toThrow('Carnet could not start. The database was written by a newer release of Carnet');
    await expect(database.open()).rejects.toThrow('newer release');
    // The message says it all: without a stack.
    await expect(started).rejects.not.toThrow(/\n +at /);
  });
});

describe('the limits of PostgreSQL and a migration', { timeout: TIMEOUT }, () => {
  /** Milliseconds; a limit of the application that does not apply to its migrations. */
  const LIMIT = 100;
  const withStep = (step: Step): Steps => ({ ...STEPS, '9000_first': async () => void firstRuns++, '9001_slow': step });
  let firstRuns: number;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let store: Store;
  beforeEach(async () => {
    firstRuns = 0;
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
    const connections = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database()`.execute(store.db);
      return rows[0]?.count;
    };
    let runs = 0;
    const steps = withStep(async (db) => {
      runs++;
      const alone = (await connections()) ?? 0;
      begun.resolve();
      await expect.poll(connections, { timeout: TIMEOUT }).toBe(alone + 1);
      await sql`select pg_sleep(${(4 * LIMIT) / 1000}::float8)`.execute(db);
    });
    const failures: Error[] = [];
    const first = migratePostgres(limited(), (error) => failures.push(error), steps);
    await begun.promise;
    await Promise.all([first, migratePostgres(limited(), (error) => failures.push(error), steps)]);
    expect({ runs, failures }).toEqual({ runs: 1, failures: [] });
  });

  test('a step that waits for a table lets requests pass first, and is retried without those before it', async () => {
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
    const steps = withStep(async (db) => void (await sql`alter table users add column of_the_next_release text`.execute(db)));
    await migratePostgres(
      database.url,
      (error) => {
        failures.push(error);
        released.resolve();
      },
      steps,
      LIMIT,
    );
    expect({ failures, firstRuns }).toMatchObject({ failures: [{ code: '55P03' }], firstRuns: 1 });
    expect((await sql`select of_the_next_release from users`.execute(store.db)).rows).toEqual([]);
  });
});

describe('the steps of a migration on PostgreSQL', { timeout: TIMEOUT }, () => {
  const ignore = () => undefined;
  const failing: Step = () => Promise.reject(new Error('this step fails'));
  const addColumn: Step = async (db, { text, ifMissing }) =>
    void (await sql.raw(`alter table users add column ${ifMissing} of_the_next_release ${text}`).execute(db));
  /** Fails while another connection holds the lock of the column that was added. */
  const readColumn: Step = async () => void (await sql`select of_the_next_release from users`.execute(store.db));
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let store: Store;
  beforeEach(async () => {
    database = await createDatabase();
    store = await openStore({ dataDir: '', databaseUrl: `${database.url}?lock_timeout=500`, onError: ignore });
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
  });
  const migrate = (steps: Steps) => migratePostgres(database.url, ignore, { ...STEPS, ...steps });
  const later = async () => (await executedSteps(store.db)).filter((name) => !Object.hasOwn(STEPS, name));

  test('that fails does not undo those before it, and the next start continues with it', async () => {
    await expect(migrate({ '9000_column': addColumn, '9001_fails': failing })).rejects.toThrow('this step fails');
    expect(await later()).toEqual(['9000_column']);
    await readColumn(store.db as never, {} as never);
    await migrate({ '9000_column': failing, '9001_fails': async () => {} });
    expect(await later()).toEqual(['9000_column', '9001_fails']);
  });

  test('end with their locks before the next one', async () => {
    await migrate({ '9000_column': addColumn, '9001_reads': readColumn });
    expect(await later()).toEqual(['9000_column', '9001_reads']);
  });

  test('end with their locks after each part, and begin again if a part fails', async () => {
    const runs: string[] = [];
    const noted =
      (name: string, part: Step): Step =>
      (db, columns) => {
        runs.push(name);
        return part(db, columns);
      };
    const parts = [noted('column', addColumn), noted('read', readColumn)];
    await expect(migrate({ '9000_parts': [...parts, failing] })).rejects.toThrow('this step fails');
    expect(await later()).toEqual([]);
    await migrate({ '9000_parts': [...parts, noted('last', readColumn)], '9001_next': noted('next', readColumn) });
    expect(runs).toEqual(['column', 'read', 'column', 'read', 'last', 'next']);
    expect(await later()).toEqual(['9000_parts', '9001_next']);
  });

  test('do not run on a database of a newer release, not even in parts', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2099-01-01')`.execute(store.db);
    await expect(migrate({ '9000_parts': [addColumn, readColumn] })).rejects.toThrow('newer release');
    await expect(readColumn(store.db as never, {} as never)).rejects.toThrow('of_the_next_release');
  });
});
