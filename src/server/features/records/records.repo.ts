import type { CompiledQuery, Insertable, Selectable, Updateable } from 'kysely';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type RecordRow = Omit<Selectable<Tables['records']>, 'vehicle_id' | 'created_at'>;
export type RecordChange = Updateable<
  Pick<Tables['records'], 'operation_name' | 'part_name' | 'part_code' | 'price' | 'reading' | 'performed_on'>
>;
export type NewRecordRow = Insertable<Tables['records']> & { vehicle_id: AuthorizedVehicleId };
/** What a reading is counted in follows from these. */
export type ReadingFacts = Pick<Selectable<Tables['vehicles']>, 'vehicle_type' | 'mileage_unit'>;

const COLUMNS = ['id', 'operation_name', 'part_name', 'part_code', 'price', 'reading', 'performed_on'] as const;

export function recordsRepo(db: Db) {
  /** Compiled once: the most used read of all. */
  let newestFirst: CompiledQuery<RecordRow> | undefined;
  const compile = (): CompiledQuery<RecordRow> =>
    db.selectFrom('records').select(COLUMNS).where('vehicle_id', '=', 0).orderBy('performed_on', 'desc').orderBy('id', 'desc').compile();
  return {
    /** Keeps type and unit of the vehicle as they are until the transaction ends; undefined when it is gone. */
    async lockVehicle(vehicleId: AuthorizedVehicleId): Promise<ReadingFacts | undefined> {
      return db
        .selectFrom('vehicles')
        .select(['vehicle_type', 'mileage_unit'])
        .where('id', '=', vehicleId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    async listByVehicle(vehicleId: AuthorizedVehicleId): Promise<RecordRow[]> {
      newestFirst ??= compile();
      const { rows } = await db.executeQuery<RecordRow>({ ...newestFirst, parameters: [vehicleId] });
      return rows;
    },
    async find(vehicleId: AuthorizedVehicleId, id: number): Promise<RecordRow | undefined> {
      return db.selectFrom('records').select(COLUMNS).where('id', '=', id).where('vehicle_id', '=', vehicleId).executeTakeFirst();
    },
    async insert(row: NewRecordRow): Promise<RecordRow> {
      return db.insertInto('records').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
    },
    async update(vehicleId: AuthorizedVehicleId, id: number, change: RecordChange): Promise<RecordRow | undefined> {
      return db
        .updateTable('records')
        .set(change)
        .where('id', '=', id)
        .where('vehicle_id', '=', vehicleId)
        .returning(COLUMNS)
        .executeTakeFirst();
    },
    async delete(vehicleId: AuthorizedVehicleId, id: number): Promise<boolean> {
      const rows = await db.deleteFrom('records').where('id', '=', id).where('vehicle_id', '=', vehicleId).returning('id').execute();
      return rows.length > 0;
    },
  };
}

export type RecordsRepo = ReturnType<typeof recordsRepo>;
