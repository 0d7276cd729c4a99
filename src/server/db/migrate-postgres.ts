import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { isLockTimeout } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgresForMigrations } from './postgres.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds that a step waits for a table that other processes use. Short, since their own requests queue behind it
 * meanwhile; then the whole migration is rolled back and tried again after a pause.
 */
const LOCK_TIMEOUT = 3_000;
const PAUSE = 1_000;
/** About seven minutes. */
const TRIES = 100;

/** Brings the database to the newest schema, on a connection of its own that is closed afterwards. */
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
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !isLockTimeout(error)) throw error;
      onError(error as Error);
      await pause(PAUSE);
    }
  }
}
