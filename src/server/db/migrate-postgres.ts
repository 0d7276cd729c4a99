import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { isLockTimeout } from './errors.ts';
import { migratePart, type Part, STEPS, type Steps } from './migrate.ts';
import { openPostgresForMigrations } from './postgres.ts';
import { SESSION_PARAMETERS } from './postgres-limits.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds that a statement of a migration waits for a table lock. Short, because requests of other processes queue behind it; but
 * longer than the second (deadlock_timeout) after which PostgreSQL ends an automatic vacuum that holds the lock.
 */
const LOCK_TIMEOUT = 1_500;
/** Milliseconds after a timeout until the part of the migration that was rolled back runs again. */
const PAUSE = 2_500;
/** Maximum attempts for each part; about seven minutes. */
const MAX_ATTEMPTS = 100;
/** Polling interval in milliseconds while another process migrates. */
const ASK_EVERY = 300;
/** Key of the advisory lock of Kysely's migrator, which processes of earlier releases take. */
const MIGRATION_LOCK = '3853314791062309107';

/**
 * Runs pending migrations on a separate connection, closed afterwards, and returns their names. Each part is committed separately, so that
 * its locks end with it; between two parts another process may go on. `onError` is also called for each attempt that is retried.
 */
export async function migratePostgres(
  url: string,
  onError: (error: Error) => void,
  steps: Steps = STEPS,
  lockTimeout = LOCK_TIMEOUT,
): Promise<string[]> {
  const db = new Kysely<Tables>({ dialect: openPostgresForMigrations(url, onError) });
  const next = (last?: Part) => untilUnlocked(() => alone(db, lockTimeout, (tx) => migratePart(tx, steps, last)), onError);
  try {
    const run = new Set<string>();
    for (let part = await next(); part; part = await next(part)) run.add(part.step);
    return [...run];
  } finally {
    await db.destroy();
  }
}

/**
 * Waits without limit until no other process migrates, and runs `work` in a transaction. Polls for the lock: if processes queued
 * for it, they would take turns and each would run every part.
 */
async function alone<T>(db: Kysely<Tables>, lockTimeout: number, work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      if (!(await lock(tx))) return undefined;
      await setLimits(tx, lockTimeout);
      return { result: await work(tx) };
    });
    if (done) return done.result;
    await pause(ASK_EVERY);
  }
}

async function lock(tx: Kysely<Tables>): Promise<boolean> {
  const key = sql.lit(BigInt(MIGRATION_LOCK));
  const { rows } = await sql<{ is_locked: boolean }>`select pg_try_advisory_xact_lock(${key}) as is_locked`.execute(tx);
  return rows[0]?.is_locked === true;
}

/** The limits belong to the transaction. */
async function setLimits(tx: Kysely<Tables>, lockTimeout: number): Promise<void> {
  const set = (name: string, value: number) => sql`select set_config(${name}, ${String(value)}, true)`.execute(tx);
  for (const name of SESSION_PARAMETERS) await set(name, 0);
  await set('lock_timeout', lockTimeout);
}

async function untilUnlocked<T>(run: () => Promise<T>, onError: (error: Error) => void): Promise<T> {
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
