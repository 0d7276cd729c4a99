import { type RawBuilder, sql } from 'kysely';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** Maximum number of rows that one statement deletes. */
export const BATCH = 500;

/**
 * Deletes rows that meet a condition, at most `limit`; true if none is left. `key` are the columns of the primary key. A concurrent request
 * may renew a row, so the condition is repeated outside the subquery: PostgreSQL evaluates only that one again after it has waited for the
 * row lock.
 */
export async function deleteExpired(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  isExpired: RawBuilder<unknown>,
  limit = BATCH,
): Promise<boolean> {
  const [from, columns] = [sql.table(table), sql.join(key.map((column) => sql.ref(column)))];
  const { rows } = await sql`delete from ${from}
    where (${columns}) in (select ${columns} from ${from} where ${isExpired} limit ${limit}) and ${isExpired} returning 1`.execute(db);
  return rows.length < limit;
}
