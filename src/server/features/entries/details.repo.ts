import { type Insertable, sql, type Updateable } from 'kysely';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ChangeableVehicleId } from '../../authorized.ts';
import { withOtherUnit } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { CostsTable, EntriesTable, FillsTable, ReadingsTable } from '../../db/vehicle-tables.ts';

type Own<Table> = Omit<Table, 'entry_id' | 'vehicle_id' | 'other_distance_on_fuel' | 'other_old_reading'>;

/** What a kind stores beside the columns that all kinds share. */
export interface Details {
  work: undefined;
  fill: Own<FillsTable>;
  cost: Own<CostsTable>;
  reading: Own<ReadingsTable> & { source?: EntriesTable['source'] };
}

export const DETAIL_TABLES = { fill: 'fills', cost: 'costs', reading: 'readings' } as const;
/** Tables whose rows go for good with their entry, which stay while it can be restored. */
export const TABLES_OF_ENTRIES = [...Object.values(DETAIL_TABLES), 'plan_completions'] as const;
type DetailedKind = keyof typeof DETAIL_TABLES;
const COLUMNS = {
  fill: ['fuel', 'volume', 'volume_unit', 'price_per_unit', 'is_full', 'is_missed_before', 'level', 'distance_on_fuel', 'grade'],
  cost: ['category', 'title', 'quantity', 'quantity_unit', 'refund_of'],
  reading: ['is_reset', 'old_reading'],
} as const satisfies { [Kind in DetailedKind]: readonly (keyof Details[Kind])[] };
/** All tables have the columns by which rows are found. */
type OneTable = (typeof DETAIL_TABLES)['fill'];

/** Not among the columns of all entries: only a reading can be from the details. */
const SOURCE = sql<string>`(select source from entries where entries.id = entry_id)`.as('source');

const tableOf = (kind: EntryKindName): OneTable | undefined => DETAIL_TABLES[kind as DetailedKind] as OneTable | undefined;

/** The details of entries, by their ids. */
export function detailsRepo(db: Db) {
  return {
    /** None for a kind without details. */
    async list<Kind extends EntryKindName>(kind: Kind, ids: readonly number[]): Promise<Map<number, Details[Kind]>> {
      const table = tableOf(kind);
      if (!table || ids.length === 0) return new Map();
      const columns = ['entry_id', ...COLUMNS[kind as DetailedKind]] as 'entry_id'[];
      const query = db.selectFrom(table).select(columns).where('entry_id', 'in', ids);
      const rows = await (kind === 'reading' ? query.select(SOURCE) : query).execute();
      return new Map(rows.map(({ entry_id, ...details }) => [entry_id, details as unknown as Details[Kind]]));
    },
    async insert<Kind extends EntryKindName>(
      vehicleId: ChangeableVehicleId,
      kind: Kind,
      id: number,
      details: Details[Kind],
    ): Promise<void> {
      const table = tableOf(kind);
      if (!table || !details) return;
      const row = { ...details, entry_id: id, vehicle_id: vehicleId } as Insertable<FillsTable>;
      await db.insertInto(table).values(row).execute();
    },
    async update<Kind extends EntryKindName>(kind: Kind, id: number, change: Partial<Details[Kind]>): Promise<void> {
      const table = tableOf(kind);
      if (!table || Object.keys(change ?? {}).length === 0) return;
      await db
        .updateTable(table)
        .set(withOtherUnit(table, change as Updateable<FillsTable>))
        .where('entry_id', '=', id)
        .execute();
    },
  };
}

export type DetailsRepo = ReturnType<typeof detailsRepo>;
