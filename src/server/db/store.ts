import { randomUUID } from 'node:crypto';
import { Kysely, sql, type Transaction } from 'kysely';
import type { DatabaseKind } from './columns.ts';
import { databaseFile } from './data-dir.ts';
import { isUnavailable, isWorthRetrying } from './errors.ts';
import { insideTransaction } from './guard.ts';
import { checkSchema, migrateSqlite } from './migrate.ts';
import { emptyLog, NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { type OnQuery, timedQueries } from './timed-query.ts';
import type { DatabaseUsage } from './usage.ts';
import { withoutWaiting } from './write-wait.ts';

/** The handle of a repository: the database or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Store {
  kind: DatabaseKind;
  db: Kysely<Tables>;
  /** Runs `work` in one transaction, for repositories created from `tx`; up to five attempts after errors such as a deadlock. */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs an optional write: does not wait for other processes (SQLite only), and is skipped while the database is unavailable. */
  attempt(write: () => Promise<void>): Promise<void>;
  /** Names of the migrations that were run when the database was opened. */
  migrated: readonly string[];
  /** Rejects if the database is unavailable. */
  ping(): Promise<void>;
  /** Writes and deletes a row of several pages, so that a full disk rejects it. Rejects if the database takes no writes. */
  probe(): Promise<void>;
  usage(): DatabaseUsage;
  /** Empties the write-ahead log, so that no deleted data remains in it (SQLite only). False if it must be repeated later. */
  checkpoint(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoreSettings {
  dataDir: string;
  databaseUrl: string | undefined;
  onError: (error: Error) => void;
  /** Whether pending migrations run; otherwise they are an error. True by default. */
  runsMigrations?: boolean;
  /** Connections to PostgreSQL; 10 by default. */
  pool?: number;
  /** Whether connections to PostgreSQL go through a pooler in transaction mode. */
  isPooled?: boolean;
  /** Whether statements are prepared under a name (PostgreSQL only); true by default. */
  isPrepared?: boolean;
  /** Called after each query. */
  onQuery?: OnQuery | undefined;
}

/** Attempts of a transaction. */
const MAX_ATTEMPTS = 5;

/** 16 KB. */
const PROBE = 'x'.repeat(2 ** 14);

/** Opens the database (PostgreSQL if `databaseUrl` is set, otherwise SQLite in `dataDir`) with the schema of this release. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const kind: DatabaseKind = settings.databaseUrl ? 'postgres' : 'sqlite';
  const { db, migrated, ping, usage } = settings.databaseUrl
    ? await postgresDatabase(settings.databaseUrl, settings)
    : await sqliteDatabase(settings);
  return {
    kind,
    db,
    migrated,
    transaction: (work) => retried(() => db.transaction().execute((tx) => insideTransaction(() => work(tx)))),
    attempt: (write) =>
      withoutWaiting(write).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
      }),
    ping,
    probe: () => withoutWaiting(() => db.transaction().execute(probe)),
    usage,
    checkpoint: async () => kind !== 'sqlite' || emptyLog(db),
    close: () => db.destroy(),
  };
}

type Database = Pick<Store, 'db' | 'migrated' | 'ping' | 'usage'>;

async function closedOnError<T>(db: Kysely<Tables>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const logOf = (onQuery: OnQuery | undefined) => (onQuery ? { log: timedQueries(onQuery) } : {});

async function sqliteDatabase({ dataDir, runsMigrations = true, onQuery }: StoreSettings): Promise<Database> {
  const usage = { kind: 'sqlite' as const, busyRetries: 0 };
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(databaseFile(dataDir), usage), ...logOf(onQuery) });
  const migrated = (await closedOnError(db, runsMigrations ? migrateSqlite(db) : checkSchema(db))) ?? [];
  return { db, migrated, ping: async () => void (await sql`select 1`.execute(db)), usage: () => ({ ...usage }) };
}

/** Imports the PostgreSQL driver on demand. */
async function postgresDatabase(url: string, settings: StoreSettings): Promise<Database> {
  const { runsMigrations = true, onError, pool, isPooled, isPrepared, onQuery } = settings;
  const [{ openPostgres }, { migratePostgres }] = await Promise.all([import('./postgres.ts'), import('./migrate-postgres.ts')]);
  const { dialect, ping, usage, checkPooler } = openPostgres(url, onError, { pool, isPooled, isPrepared });
  const db = new Kysely<Tables>({ dialect, ...logOf(onQuery) });
  const prepare = async () => {
    await checkPooler();
    return runsMigrations ? migratePostgres(url, onError) : checkSchema(db);
  };
  const migrated = (await closedOnError(db, prepare())) ?? [];
  return { db, migrated, ping, usage };
}

async function probe(tx: Transaction<Tables>): Promise<void> {
  const name = `probe ${randomUUID()}`;
  await tx.insertInto('jobs').values({ name, due_at: '', lease: PROBE }).execute();
  await tx.deleteFrom('jobs').where('name', '=', name).execute();
}

async function retried<T>(work: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (attempts <= 1 || !isWorthRetrying(error)) throw error;
    return retried(work, attempts - 1);
  }
}
