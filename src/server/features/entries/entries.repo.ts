import { type CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE } from '#contract/limits.ts';
import type { RecordCursor } from '#contract/records.ts';
import type { MileageUnit, VehicleType } from '#contract/vehicle-types.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import { deleteExpired } from '../../db/expired.ts';
import { countFromDetails } from '../../db/from-details.ts';
import { withOtherUnit } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { CurrencySum } from './currencies.rules.ts';
import { TABLES_OF_ENTRIES } from './details.repo.ts';

type Columns = Selectable<Tables['entries']>;

/** The columns that all kinds of entries are read from; a list of work needs no join. */
export type EntryRow = Pick<Columns, (typeof ENTRY_COLUMNS)[number]>;
/** The columns that a kind of entry writes. */
export type EntryFields = Pick<Columns, (typeof FIELDS)[number]>;
export type EntryChange = Updateable<EntryFields> & { changed_at: string };
export type NewEntryRow = Required<Pick<Insertable<Tables['entries']>, (typeof INSERTED)[number]>> & { vehicle_id: AuthorizedVehicleId };
/** The columns that determine the unit of a reading. */
export type ReadingFacts = Pick<Selectable<Tables['vehicles']>, 'vehicle_type' | 'mileage_unit'>;

export const ENTRY_COLUMNS = [
  ...(['id', 'kind', 'performed_on', 'reading', 'amount', 'currency'] as const),
  ...(['operation_name', 'part_name', 'part_code', 'place', 'note'] as const),
] as const;
const FIELDS = [
  ...(['performed_on', 'reading', 'is_reading_right', 'amount', 'cost_group'] as const),
  ...(['operation_name', 'part_name', 'part_code', 'place', 'note'] as const),
] as const;
const INSERTED = ['vehicle_id', 'kind', ...FIELDS, 'currency', 'source', 'author_id', 'uid', 'created_at', 'changed_at'] as const;
/** What a deletion keeps, to restore the entry. */
const KEPT = ['id', ...INSERTED, 'day_precision', 'second_reading', 'other_reading', 'warranty_until'] as const satisfies (keyof Columns)[];

const one = (vehicleId: AuthorizedVehicleId, kind: EntryKindName, id: number) => ({ id, vehicle_id: vehicleId, kind }) as const;

const deletions = (db: Db) => ({
  /** Moves the entry to the deleted ones; false if it does not exist. */
  async delete(vehicleId: ChangeableVehicleId, kind: EntryKindName, id: number, at: string): Promise<boolean> {
    const moved = await db
      .insertInto('deleted_entries')
      .columns([...KEPT, 'deleted_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('entries')
          .select(KEPT)
          .select(val(at).as('deleted_at'))
          .where(({ and }) => and(one(vehicleId, kind, id))),
      )
      .returning('id')
      .executeTakeFirst();
    if (moved) await db.deleteFrom('entries').where('id', '=', id).execute();
    return moved !== undefined;
  },
  /** Deletes the entry without keeping it; false if it does not exist. */
  async deleteForGood(vehicleId: ChangeableVehicleId, kind: EntryKindName, id: number): Promise<boolean> {
    const deleted = await db
      .deleteFrom('entries')
      .where(({ and }) => and(one(vehicleId, kind, id)))
      .returning('id')
      .executeTakeFirst();
    if (deleted) for (const table of TABLES_OF_ENTRIES) await db.deleteFrom(table).where('entry_id', '=', id).execute();
    return deleted !== undefined;
  },
  /** The entries that count for the limits: those of the vehicle, and those of all vehicles of its owner. */
  async count(vehicleId: ChangeableVehicleId): Promise<{ ofVehicle: number; ofAccount: number }> {
    return db
      .selectFrom('vehicles')
      .innerJoin('vehicles as owned', 'owned.user_id', 'vehicles.user_id')
      .innerJoin('entries', 'entries.vehicle_id', 'owned.id')
      .select(({ fn }) => fn.countAll<number>().as('ofAccount'))
      .select(({ fn, ref }) => fn.count<number>(sql`case when owned.id = ${ref('vehicles.id')} then 1 end`).as('ofVehicle'))
      .where('vehicles.id', '=', vehicleId)
      .executeTakeFirstOrThrow();
  },
  /** Moves a deleted entry back, with its id; undefined if there is none that was deleted after `since`. */
  async restore(vehicleId: ChangeableVehicleId, kind: EntryKindName, id: number, since: string): Promise<EntryRow | undefined> {
    const restored = await db
      .insertInto('entries')
      .columns(KEPT)
      .expression(({ selectFrom }) =>
        selectFrom('deleted_entries')
          .select(KEPT)
          .where(({ and }) => and(one(vehicleId, kind, id)))
          .where('deleted_at', '>', since),
      )
      .returning(ENTRY_COLUMNS)
      .executeTakeFirst();
    if (restored) await db.deleteFrom('deleted_entries').where('id', '=', id).execute();
    return restored;
  },
  /** The details first, because their entries tell which ones have expired. */
  async deleteExpired(deletedBefore: string): Promise<boolean> {
    const isExpired = sql`deleted_at < ${deletedBefore}`;
    for (const table of TABLES_OF_ENTRIES)
      if (!(await deleteExpired(db, table, ['entry_id'], sql`entry_id in (select id from deleted_entries where ${isExpired})`)))
        return false;
    return deleteExpired(db, 'deleted_entries', ['id'], isExpired);
  },
});

/** The repository that writes entries. */
export function entriesRepo(db: Db) {
  /** Compiled once, since these queries run most often. */
  let newestFirst: CompiledQuery<EntryRow> | undefined;
  let insert: CompiledQuery<EntryRow> | undefined;
  let insertInOneStatement: CompiledQuery<EntryRow> | undefined;
  return {
    /** Newest day first, then newest id; with a cursor, the entries that follow it. */
    async list(vehicleId: AuthorizedVehicleId, kind: EntryKindName, limit: number, after?: RecordCursor): Promise<EntryRow[]> {
      if (after) return pageQuery(db, vehicleId, kind, limit, after).execute();
      newestFirst ??= newestOf(db, 0, 'work', 0).compile();
      const { rows } = await db.executeQuery<EntryRow>({ ...newestFirst, parameters: [vehicleId, kind, limit] });
      return rows;
    },
    /** All entries by currency, computed from the index alone. */
    async sumAmounts(vehicleId: AuthorizedVehicleId, kind: EntryKindName): Promise<CurrencySum[]> {
      return db
        .selectFrom('entries')
        .select(({ fn }) => [
          'currency',
          fn.countAll<number>().as('records'),
          fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('cost'),
        ])
        .where('vehicle_id', '=', vehicleId)
        .where('kind', '=', kind)
        .groupBy('currency')
        .execute();
    },
    async find(vehicleId: AuthorizedVehicleId, kind: EntryKindName, id: number): Promise<EntryRow | undefined> {
      return db
        .selectFrom('entries')
        .select(ENTRY_COLUMNS)
        .where(({ and }) => and(one(vehicleId, kind, id)))
        .executeTakeFirst();
    },
    /** Undefined if the vehicle or the account has its maximum of entries. The vehicle is locked, so its count is final. */
    async insert(row: NewEntryRow & { vehicle_id: ChangeableVehicleId }): Promise<EntryRow | undefined> {
      insert ??= insertQuery(db, RECORDS_PER_VEHICLE);
      const parameters = insert.parameters.map((column) => row[column as keyof NewEntryRow]);
      const { rows } = await db.executeQuery<EntryRow>({ ...insert, parameters });
      return rows[0];
    },
    /**
     * Like `insert`, but in a single statement, for use outside a transaction: locks the vehicle and compares its type and unit itself.
     * Also undefined if these have changed, if the vehicle is archived or does not exist, and near the maximum, where the count could be
     * outdated.
     */
    async insertInOneStatement(row: NewEntryRow, { vehicle_type, mileage_unit }: ReadingFacts): Promise<EntryRow | undefined> {
      insertInOneStatement ??= insertQuery(db, RECORDS_PER_VEHICLE - MOST_PARALLEL_WRITES, lockedVehicle(db));
      const values = { ...row, vehicle_type, mileage_unit };
      const parameters = insertInOneStatement.parameters.map((column) => values[column as keyof typeof values]);
      const { rows } = await db.executeQuery<EntryRow>({ ...insertInOneStatement, parameters });
      return rows[0];
    },
    async update(vehicleId: ChangeableVehicleId, kind: EntryKindName, id: number, change: EntryChange): Promise<EntryRow | undefined> {
      return db
        .updateTable('entries')
        .set(withOtherUnit('entries', change))
        .where(({ and }) => and(one(vehicleId, kind, id)))
        .returning(ENTRY_COLUMNS)
        .executeTakeFirst();
    },
    ...deletions(db),
  };
}

export const newestOf = (db: Db, vehicleId: number, kind: EntryKindName, limit: number) =>
  db
    .selectFrom('entries')
    .select(ENTRY_COLUMNS)
    .where('vehicle_id', '=', vehicleId)
    .where('kind', '=', kind)
    .orderBy('performed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

const pageQuery = (db: Db, vehicleId: number, kind: EntryKindName, limit: number, { performedOn, id }: RecordCursor) =>
  newestOf(db, vehicleId, kind, limit).where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(performedOn, id)));

/** The entries of the account are counted only at every nth entry of a vehicle. */
const ACCOUNT_CHECK_EVERY = 20;

/** More than the writes that all processes together can run at the same moment. */
const MOST_PARALLEL_WRITES = 1_000;

/** Selects and locks the vehicle if it is not archived and has that type and unit; its parameters are column names, like those of `insertQuery`. */
const lockedVehicle = (db: Db) =>
  sql`, ${db
    .selectFrom('vehicles')
    .select('id')
    .where('id', '=', sql<number>`${'vehicle_id'}`)
    .where('archived_at', 'is', null)
    .where('vehicle_type', '=', sql<VehicleType>`${'vehicle_type'}`)
    .where('mileage_unit', 'is not distinct from', sql<MileageUnit | null>`${'mileage_unit'}`)
    .forNoKeyUpdate()} as vehicle`;

/** Inserts an entry if the vehicle has fewer than `max`; its parameters are column names, replaced by their values at each call. */
function insertQuery(db: Db, max: number, vehicle = sql``): CompiledQuery<EntryRow> {
  const ofAccount = sql`select count(*) from vehicles join entries on entries.vehicle_id = vehicles.id
    where vehicles.user_id = (select user_id from vehicles where id = ${'vehicle_id'})`;
  return sql<EntryRow>`insert into entries (${sql.join(INSERTED.map((column) => sql.ref(column)))})
    select ${sql.join(INSERTED)} from (select count(*) - ${countFromDetails(sql`${'vehicle_id'}`)} as entries from entries where vehicle_id = ${'vehicle_id'}) as found ${vehicle}
    where found.entries < ${sql.lit(max)}
      and (found.entries % ${sql.lit(ACCOUNT_CHECK_EVERY)} <> 0 or (${ofAccount}) < ${sql.lit(RECORDS_PER_ACCOUNT)})
    returning ${sql.join(ENTRY_COLUMNS.map((column) => sql.ref(column)))}`.compile(db);
}

export type EntriesRepo = ReturnType<typeof entriesRepo>;
