import { sql } from 'kysely';
import type { Store } from '#server/db/store.ts';

/** Resolves when this number of statements wait for a lock in PostgreSQL. */
export async function untilWaiting({ db }: Pick<Store, 'db'>, statements: number): Promise<void> {
  const waiting = sql<{
    n: number;
  }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(db)).rows[0]?.n !== statements);
}
