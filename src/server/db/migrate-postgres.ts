import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { isLockTimeout } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgresForMigrations } from './postgres.ts';
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

/** Runs pending migrations on a separate connection, closed afterwards. `onError` is also called for each attempt that is retried. */
export async function migratePostgres(
  url: string,
  onError: (error: Error) => void,
  run: (db: Kysely<Tables>) => Promise<void> = (db) => migrate(db, 'postgres'),
  lockTimeout = LOCK_TIMEOUT,
): Promise<void> {
  const db = new Kysely<Tables>({ dialect: openPostgresForMigrations(url, lockTimeout, onError) });
  try {
    await untilUnlocked(() => run(db), onError);
  } finally {
    await db.destroy();
  }
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
