import { sql } from 'kysely';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { TABLES_OF_ENTRIES } from './details.repo.ts';

type EntryTable = 'entries' | 'deleted_entries';

/** Deletes entries for good, with everything that goes with them. */
export async function deleteForGood(db: Db, table: EntryTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom(table).where('id', 'in', ids).execute();
  for (const name of TABLES_OF_ENTRIES) await sql`delete from ${sql.table(name)} where entry_id in (${sql.join(ids)})`.execute(db);
}

/** Entries of vehicles that are deleted. */
export const erasedEntriesRepo = (db: Db) => ({
  /** Deletes at most `limit` entries of a vehicle; true if others may be left. */
  async deleteSome(vehicleId: AuthorizedVehicleId, table: EntryTable, limit: number): Promise<boolean> {
    const rows = await db.selectFrom(table).select('id').where('vehicle_id', '=', vehicleId).limit(limit).execute();
    await deleteForGood(
      db,
      table,
      rows.map(({ id }) => id),
    );
    return rows.length === limit;
  },
});

export type ErasedEntriesRepo = ReturnType<typeof erasedEntriesRepo>;
