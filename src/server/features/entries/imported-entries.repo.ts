import type { Insertable } from 'kysely';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { DETAIL_TABLES } from './details.repo.ts';
import { deleteForGood } from './erased-entries.repo.ts';
import type { Place } from './timeline.repo.ts';

export type NewImportedEntry = Insertable<Tables['entries']> & { vehicle_id: ChangeableVehicleId };
type DetailTables = (typeof DETAIL_TABLES)[keyof typeof DETAIL_TABLES];

/** Entries that an import adds or takes away, many at a time. */
export const importedEntriesRepo = (db: Db) => ({
  /** At most `limit` entries after the place `after`, newest first. */
  async listUids(vehicleId: AuthorizedVehicleId, after: Place | undefined, limit: number) {
    const rows = db
      .selectFrom('entries')
      .select(['id', 'performed_on', 'uid', 'kind', 'reading', 'amount', 'source'])
      .where('vehicle_id', '=', vehicleId)
      .orderBy('performed_on', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (!after) return rows.execute();
    return rows.where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(after.performed_on, after.id))).execute();
  },
  /** All rows have the same columns. */
  async insertMany(rows: readonly NewImportedEntry[]): Promise<{ id: number; uid: string }[]> {
    return db.insertInto('entries').values(rows).returning(['id', 'uid']).execute();
  },
  async insertDetails(kind: keyof typeof DETAIL_TABLES, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    // All tables have the columns by which rows are found; the others are those of the kind.
    const table = DETAIL_TABLES[kind] as 'fills';
    await db
      .insertInto(table)
      .values(rows as Insertable<Tables[DetailTables & 'fills']>[])
      .execute();
  },
  /** Those of the ids that are there. */
  async listByIds(ids: readonly number[]) {
    if (ids.length === 0) return [];
    return db.selectFrom('entries').select(['id', 'vehicle_id', 'kind', 'performed_on', 'changed_at']).where('id', 'in', ids).execute();
  },
  deleteMany: (ids: readonly number[]): Promise<void> => deleteForGood(db, 'entries', ids),
});

export type ImportedEntriesRepo = ReturnType<typeof importedEntriesRepo>;
