import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Place } from './timeline.repo.ts';

const SHARED = [
  ...(['entries.id', 'entries.kind', 'performed_on', 'day_precision', 'reading', 'other_reading', 'is_reading_right'] as const),
  ...(['amount', 'currency'] as const),
  ...(['operation_name', 'part_name', 'part_code', 'place', 'note', 'warranty_until'] as const),
  ...(['source', 'uid', 'created_at', 'changed_at'] as const),
] as const;
const FILL = [
  ...(['fuel', 'volume', 'volume_unit', 'price_per_unit', 'is_full', 'is_missed_before'] as const),
  ...(['level', 'distance_on_fuel', 'other_distance_on_fuel', 'grade'] as const),
] as const;
const COST = ['category', 'title', 'quantity', 'quantity_unit', 'refund_of'] as const;
const READING = ['is_reset', 'old_reading', 'other_old_reading'] as const;

export type EntryExportRow = Awaited<ReturnType<EntryExportRepo['list']>>[number];

export const entryExportRepo = (db: Db) => ({
  /** At most `limit` entries after the place `after`, newest first, with all that is stored of them; the columns of other kinds are null. */
  async list(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[], after: Place | undefined, limit: number) {
    const rows = db
      .selectFrom('entries')
      .leftJoin('fills', 'fills.entry_id', 'entries.id')
      .leftJoin('costs', 'costs.entry_id', 'entries.id')
      .leftJoin('readings', 'readings.entry_id', 'entries.id')
      .select([...SHARED, ...FILL, ...COST, ...READING])
      .where('entries.vehicle_id', '=', vehicleId)
      .where('entries.kind', 'in', kinds)
      .orderBy('performed_on', 'desc')
      .orderBy('entries.id', 'desc')
      .limit(limit);
    if (!after) return rows.execute();
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'entries.id'), '<', tuple(after.performed_on, after.id)))
      .execute();
  },
  /** The uids of entries by their ids, without deleted ones. */
  async listUids(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('entries').select(['id', 'uid']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, uid }) => [id, uid]));
  },
});

export type EntryExportRepo = ReturnType<typeof entryExportRepo>;
