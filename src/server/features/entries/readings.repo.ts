import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Distance } from '#contract/units.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import { IS_FROM_DETAILS } from '../../db/from-details.ts';
import { CONVERTED_TABLES, conversionOf, otherColumnsOf, vehicleColumnOf } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { TABLES_OF_ENTRIES } from './details.repo.ts';
import type { Reset } from './segments.rules.ts';

/** Readings in tenths of the vehicle's unit. */
export type ReadingRow = Pick<Selectable<Tables['entries']>, 'id' | 'kind' | 'reading' | 'performed_on'>;

/** A reading with what its doubts and segments depend on. */
export type FullReadingRow = ReadingRow &
  Pick<Selectable<Tables['entries']>, 'is_reading_right'> & {
    reset: Reset | undefined;
    isDetails?: boolean;
  };

/** The first readings of new odometers, without deleted ones. */
export const resetsOf = (db: Db, vehicleIds: readonly AuthorizedVehicleId[]) =>
  db
    .selectFrom('readings')
    .innerJoin('entries', 'entries.id', 'readings.entry_id')
    .where('readings.vehicle_id', 'in', vehicleIds)
    .where('is_reset', '=', 1);

/** The mileages of the details that are known: 0 is if the vehicle was new on that day. */
export const knownMileages = (db: Db, vehicleIds: readonly AuthorizedVehicleId[]) =>
  db
    .selectFrom('entries')
    .innerJoin('vehicles', 'vehicles.id', 'entries.vehicle_id')
    .where('vehicle_id', 'in', vehicleIds)
    .where(IS_FROM_DETAILS)
    .where(sql<SqlBool>`(reading > 0 or vehicles.year >= cast(substr(performed_on, 1, 4) as integer) - 1)`);

const unitChanges = (db: Db) => ({
  /** Converts the readings and distances of the vehicle and all entries, also of deleted ones, between kilometres and miles. */
  async convert(id: ChangeableVehicleId, to: Distance): Promise<void> {
    for (const table of CONVERTED_TABLES)
      await db
        .updateTable(table as 'entries')
        .set(conversionOf(table, to))
        .where(vehicleColumnOf(table), '=', id)
        .execute();
  },
  /** Readings and distances are known in the vehicle's unit only: a conversion rounds them again. */
  async forgetOtherUnit(id: ChangeableVehicleId): Promise<void> {
    for (const table of CONVERTED_TABLES)
      for (const other of otherColumnsOf(table) as 'other_reading'[])
        await db
          .updateTable(table as 'entries')
          .set({ [other]: null })
          .where(vehicleColumnOf(table), '=', id)
          .where(other, 'is not', null)
          .execute();
  },
  /** The deleted entries of the vehicle can no longer be restored: their readings would lose their meaning. */
  async forgetDeleted(id: ChangeableVehicleId): Promise<void> {
    await db.deleteFrom('deleted_entries').where('vehicle_id', '=', id).execute();
    const isKept = db.selectFrom('entries').select('id').where('vehicle_id', '=', id);
    for (const table of TABLES_OF_ENTRIES)
      await db.deleteFrom(table).where('vehicle_id', '=', id).where('entry_id', 'not in', isKept).execute();
  },
});

/** How many numbers of a table of details have a fraction, and the highest one. */
const factsOf = (db: Db, table: 'readings' | 'fills', column: 'old_reading' | 'distance_on_fuel') =>
  db
    .selectFrom(table as 'readings')
    .select(({ fn, ref }) => [
      sql<number>`coalesce(sum(case when ${ref(column as 'old_reading')} % 10 <> 0 then 1 else 0 end), 0)`.as('fractions'),
      fn.max<number | null>(column as 'old_reading').as('highest'),
    ]);

/** Single readings of a vehicle, found with the index on its entries. */
export function readingsRepo(db: Db) {
  /** Those that a reading is compared with: not the mileages of the details. */
  const typed = (vehicleId: AuthorizedVehicleId) =>
    db
      .selectFrom('entries')
      .select(['id', 'kind', 'reading', 'performed_on'])
      .where('vehicle_id', '=', vehicleId)
      .where('source', '<>', 'details');
  /** Ids start at 1, so 0 excludes no entry. */
  const others = (vehicleId: AuthorizedVehicleId, except = 0) => typed(vehicleId).where('reading', '>', 0).where('id', '<>', except);
  return {
    /** The newest known reading on or before `day`. */
    async findBefore(vehicleId: AuthorizedVehicleId, day: string, except?: number): Promise<ReadingRow | undefined> {
      return others(vehicleId, except)
        .where('performed_on', '<=', day)
        .orderBy('performed_on', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
    /** The oldest known reading after `day`. */
    async findAfter(vehicleId: AuthorizedVehicleId, day: string, except?: number): Promise<ReadingRow | undefined> {
      return others(vehicleId, except).where('performed_on', '>', day).orderBy('performed_on').orderBy('id').limit(1).executeTakeFirst();
    },
    /** Which of the vehicles had an odometer replaced. */
    async listReplaced(vehicleIds: readonly AuthorizedVehicleId[]): Promise<AuthorizedVehicleId[]> {
      const rows = await resetsOf(db, vehicleIds).select('readings.vehicle_id as id').distinct().execute();
      return rows.map(({ id }) => id as AuthorizedVehicleId);
    },
    /** Whether the odometer was replaced on that day or later. */
    async isReplacedSince(vehicleId: AuthorizedVehicleId, day: string): Promise<boolean> {
      return (
        (await resetsOf(db, [vehicleId]).select('entries.id').where('performed_on', '>=', day).limit(1).executeTakeFirst()) !== undefined
      );
    },
    /** All known typed readings but that of an entry, in no order. */
    async listAll(vehicleId: AuthorizedVehicleId, except?: number): Promise<FullReadingRow[]> {
      const rows = await others(vehicleId, except).select('is_reading_right').execute();
      const resets = await resetsOf(db, [vehicleId]).select(['entries.id', 'old_reading as oldReading']).execute();
      const byId = new Map(resets.map(({ id, oldReading }) => [id, { oldReading }]));
      return rows.map((row) => ({ ...row, reset: byId.get(row.id) }));
    },
    /** The known mileages of the details. */
    async listMileages(vehicleId: AuthorizedVehicleId): Promise<FullReadingRow[]> {
      const columns = ['entries.id', 'kind', 'reading', 'performed_on', 'is_reading_right'] as const;
      const rows = await knownMileages(db, [vehicleId]).select(columns).execute();
      return rows.map((row) => ({ ...row, reset: undefined, isDetails: true }));
    },
    /** The oldest entry with the highest reading. */
    async findHighest(vehicleId: AuthorizedVehicleId): Promise<ReadingRow | undefined> {
      return typed(vehicleId).orderBy('reading', 'desc').orderBy('performed_on').orderBy('id').limit(1).executeTakeFirst();
    },
    /**
     * Whether the vehicle has entries that depend on its counter or engine (all but costs without a reading), whether any reading or distance
     * has a fraction, and the highest one (in tenths, 0 without any). A mileage of the details depends on no counter.
     */
    async findFacts(vehicleId: AuthorizedVehicleId): Promise<{ any: boolean; fractions: boolean; highest: number }> {
      const row = await db
        .selectFrom('entries')
        .select(({ fn }) => [
          sql<number>`coalesce(sum(case when source <> 'details' and (kind <> 'cost' or reading > 0) then 1 else 0 end), 0)`.as('any'),
          sql<number>`coalesce(sum(case when source <> 'details' and reading % 10 <> 0 then 1 else 0 end), 0)`.as('fractions'),
          fn.max<number | null>('reading').as('highest'),
        ])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirstOrThrow();
      // Also of deleted entries: they are converted as well.
      const details = [
        await factsOf(db, 'readings', 'old_reading').where('vehicle_id', '=', vehicleId).executeTakeFirstOrThrow(),
        await factsOf(db, 'fills', 'distance_on_fuel').where('vehicle_id', '=', vehicleId).executeTakeFirstOrThrow(),
      ];
      const highest = Math.max(row.highest ?? 0, ...details.map((one) => one.highest ?? 0));
      return { any: row.any > 0, fractions: [row, ...details].some(({ fractions }) => fractions > 0), highest };
    },
    ...unitChanges(db),
  };
}

export type ReadingsRepo = ReturnType<typeof readingsRepo>;
