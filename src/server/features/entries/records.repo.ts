import { type CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE } from '#contract/limits.ts';
import type { RecordCursor } from '#contract/records.ts';
import type { MileageUnit, VehicleType } from '#contract/vehicle-types.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type RecordRow = Omit<Selectable<Tables['records']>, 'vehicle_id' | 'created_at'>;
export type RecordChange = Updateable<
  Pick<Tables['records'], 'operation_name' | 'part_name' | 'part_code' | 'price' | 'reading' | 'performed_on'>
>;
export type NewRecordRow = Insertable<Tables['records']> & { vehicle_id: AuthorizedVehicleId };
/** The columns that determine the unit of a reading. */
export type ReadingFacts = Pick<Selectable<Tables['vehicles']>, 'vehicle_type' | 'mileage_unit'>;

export const RECORD_COLUMNS = ['id', 'operation_name', 'part_name', 'part_code', 'price', 'reading', 'performed_on'] as const;
const INSERTED = ['vehicle_id', 'operation_name', 'part_name', 'part_code', 'price', 'reading', 'performed_on', 'created_at'] as const;

export function recordsRepo(db: Db) {
  /** Compiled once, since these queries run most often. */
  let newestFirst: CompiledQuery<RecordRow> | undefined;
  let insert: CompiledQuery<RecordRow> | undefined;
  let insertInOneStatement: CompiledQuery<RecordRow> | undefined;
  return {
    /** Newest day first, then newest id; with a cursor, the records that follow it. */
    async listByVehicle(vehicleId: AuthorizedVehicleId, limit: number, after?: RecordCursor): Promise<RecordRow[]> {
      if (after) return pageQuery(db, vehicleId, limit, after).execute();
      newestFirst ??= newestQuery(db);
      const { rows } = await db.executeQuery<RecordRow>({ ...newestFirst, parameters: [vehicleId, limit] });
      return rows;
    },
    /** Sum of all prices in cents, computed from the index alone. */
    async sumPrices(vehicleId: AuthorizedVehicleId): Promise<number> {
      const row = await db
        .selectFrom('records')
        .select(({ fn }) => fn.sum<number | null>('price').as('cents'))
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirst();
      return row?.cents ?? 0;
    },
    async find(vehicleId: AuthorizedVehicleId, id: number): Promise<RecordRow | undefined> {
      return db.selectFrom('records').select(RECORD_COLUMNS).where('id', '=', id).where('vehicle_id', '=', vehicleId).executeTakeFirst();
    },
    /** Undefined if the vehicle or the account has its maximum of records. The vehicle is locked, so its count is final. */
    async insert(row: NewRecordRow & { vehicle_id: ChangeableVehicleId }): Promise<RecordRow | undefined> {
      insert ??= insertQuery(db, RECORDS_PER_VEHICLE);
      const parameters = insert.parameters.map((column) => row[column as keyof NewRecordRow]);
      const { rows } = await db.executeQuery<RecordRow>({ ...insert, parameters });
      return rows[0];
    },
    /**
     * Like `insert`, but in a single statement, for use outside a transaction: locks the vehicle and compares its type and unit itself.
     * Also undefined if these have changed, if the vehicle is archived or does not exist, and near the maximum, where the count could be
     * outdated.
     */
    async insertInOneStatement(row: NewRecordRow, { vehicle_type, mileage_unit }: ReadingFacts): Promise<RecordRow | undefined> {
      insertInOneStatement ??= insertQuery(db, RECORDS_PER_VEHICLE - MOST_PARALLEL_WRITES, lockedVehicle(db));
      const values = { ...row, vehicle_type, mileage_unit };
      const parameters = insertInOneStatement.parameters.map((column) => values[column as keyof typeof values]);
      const { rows } = await db.executeQuery<RecordRow>({ ...insertInOneStatement, parameters });
      return rows[0];
    },
    async update(vehicleId: ChangeableVehicleId, id: number, change: RecordChange): Promise<RecordRow | undefined> {
      return db
        .updateTable('records')
        .set(change)
        .where('id', '=', id)
        .where('vehicle_id', '=', vehicleId)
        .returning(RECORD_COLUMNS)
        .executeTakeFirst();
    },
    async delete(vehicleId: ChangeableVehicleId, id: number): Promise<boolean> {
      const rows = await db.deleteFrom('records').where('id', '=', id).where('vehicle_id', '=', vehicleId).returning('id').execute();
      return rows.length > 0;
    },
  };
}

export const newestOf = (db: Db, vehicleId: number, limit: number) =>
  db
    .selectFrom('records')
    .select(RECORD_COLUMNS)
    .where('vehicle_id', '=', vehicleId)
    .orderBy('performed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

const newestQuery = (db: Db): CompiledQuery<RecordRow> => newestOf(db, 0, 0).compile();

const pageQuery = (db: Db, vehicleId: number, limit: number, { performedOn, id }: RecordCursor) =>
  newestOf(db, vehicleId, limit).where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(performedOn, id)));

/** The records of the account are counted only at every nth record of a vehicle. */
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

/** Inserts a record if the vehicle has fewer than `max`; its parameters are column names, replaced by their values at each call. */
function insertQuery(db: Db, max: number, vehicle = sql``): CompiledQuery<RecordRow> {
  const ofAccount = sql`select count(*) from vehicles join records on records.vehicle_id = vehicles.id
    where vehicles.user_id = (select user_id from vehicles where id = ${'vehicle_id'})`;
  return sql<RecordRow>`insert into records (${sql.join(INSERTED.map((column) => sql.ref(column)))})
    select ${sql.join(INSERTED)} from (select count(*) as records from records where vehicle_id = ${'vehicle_id'}) as found ${vehicle}
    where found.records < ${sql.lit(max)}
      and (found.records % ${sql.lit(ACCOUNT_CHECK_EVERY)} <> 0 or (${ofAccount}) < ${sql.lit(RECORDS_PER_ACCOUNT)})
    returning ${sql.join(RECORD_COLUMNS.map((column) => sql.ref(column)))}`.compile(db);
}

export type RecordsRepo = ReturnType<typeof recordsRepo>;
