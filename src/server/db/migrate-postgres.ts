import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { isLockTimeout } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgresForMigrations } from './postgres.ts';
import { SESSION_PARAMETERS } from './postgres-limits.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds that a statement of a migration waits for a table lock. Short, because requests of other processes queue behind it.
 * After a timeout all pending migrations are rolled back and run again after `PAUSE`.
 */
const LOCK_TIMEOUT = 3_000;
/** Milliseconds between two attempts. */
const PAUSE = 1_000;
/** About seven minutes in total. */
const MAX_ATTEMPTS = 100;
/** Key of the advisory lock of Kysely's migrator, which processes of earlier releases take. */
const MIGRATION_LOCK = '3853314791062309107';

/** Runs pending migrations in a transaction on a separate connection, closed afterwards. `onError` is also called for each attempt that is retried. */
export async function migratePostgres(
  url: string,
  onError: (error: Error) => void,
  run: (db: Kysely<Tables>) => Promise<void> = (db) => migrate(db, 'postgres'),
  lockTimeout = LOCK_TIMEOUT,
): Promise<void> {
  const db = new Kysely<Tables>({ dialect: openPostgresForMigrations(url, onError) });
  try {
    await untilUnlocked(() => db.transaction().execute((tx) => locked(tx, lockTimeout).then(() => run(tx))), onError);
  } finally {
    await db.destroy();
  }
}

/** Waits without limit until no other process migrates, and sets the limits of the transaction that migrates. */
async function locked(tx: Kysely<Tables>, lockTimeout: number): Promise<void> {
  const set = (name: string, value: number) => sql`select set_config(${name}, ${String(value)}, true)`.execute(tx);
  for (const name of SESSION_PARAMETERS) await set(name, 0);
  await sql`select pg_advisory_xact_lock(${sql.lit(BigInt(MIGRATION_LOCK))})`.execute(tx);
  await set('lock_timeout', lockTimeout);
}

async function untilUnlocked(run: () => Promise<void>, onError: (error: Error) => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLockTimeout(error)) throw error;
      onError(error as Error);
      await pause(PAUSE);
    }
  }
}
