import { Kysely, sql, type Transaction } from 'kysely';
import { databaseFile } from '../data-dir.ts';
import type { DatabaseKind } from './columns.ts';
import { isUnavailable, isWorthRetrying } from './errors.ts';
import { insideTransaction } from './guard.ts';
import { migrate } from './migrate.ts';
import { withoutWaiting } from './patience.ts';
import { emptyLog, NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** A handle that repositories take: the database or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Store {
  kind: DatabaseKind;
  db: Kysely<Tables>;
  /** One transaction; repositories made from its handle belong to it. Tried again when the database asks for it. */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** For an optional write: it waits for no other process, and is skipped while the database can't write. */
  attempt(write: () => Promise<void>): Promise<void>;
  ping(): Promise<void>;
  /** Moves the write-ahead log into the file, so that deleted data leaves both (SQLite only). False when it has to be repeated. */
  checkpoint(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoreSettings {
  dataDir: string;
  databaseUrl: string | undefined;
  onError: (error: Error) => void;
}

const TRIES = 5;

/** Opens the database that the settings name, and brings it to the newest schema. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const kind: DatabaseKind = settings.databaseUrl ? 'postgres' : 'sqlite';
  const { db, ping } = settings.databaseUrl
    ? await postgresDatabase(settings.databaseUrl, settings.onError)
    : await sqliteDatabase(settings.dataDir);
  return {
    kind,
    db,
    transaction: (work) => retried(() => db.transaction().execute((tx) => insideTransaction(() => work(tx)))),
    attempt: (write) =>
      withoutWaiting(write).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
      }),
    ping,
    checkpoint: async () => kind !== 'sqlite' || emptyLog(db),
    close: () => db.destroy(),
  };
}

function sqliteDialect(dataDir: string): NodeSqliteDialect {
  return new NodeSqliteDialect(databaseFile(dataDir));
}

type Database = Pick<Store, 'db' | 'ping'>;

async function sqliteDatabase(dataDir: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(dataDir) });
  try {
    await migrate(db, 'sqlite');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, ping: async () => void (await sql`select 1`.execute(db)) };
}

/** Its driver is loaded only where it is used. */
async function postgresDatabase(url: string, onError: (error: Error) => void): Promise<Database> {
  const [{ openPostgres }, { migratePostgres }] = await Promise.all([import('./postgres.ts'), import('./migrate-postgres.ts')]);
  await migratePostgres(url, onError);
  const { dialect, ping } = openPostgres(url, onError);
  return { db: new Kysely<Tables>({ dialect }), ping };
}

async function retried<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isWorthRetrying(error)) throw error;
    return retried(work, tries - 1);
  }
}
