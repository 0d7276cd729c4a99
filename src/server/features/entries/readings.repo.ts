import type { Selectable } from 'kysely';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Readings in tenths of the vehicle's unit. */
export type ReadingRow = Pick<Selectable<Tables['records']>, 'id' | 'reading' | 'performed_on'>;

/** Single readings of a vehicle, found with the index on its records. */
export function readingsRepo(db: Db) {
  const readingsOf = (vehicleId: AuthorizedVehicleId) =>
    db.selectFrom('records').select(['id', 'reading', 'performed_on']).where('vehicle_id', '=', vehicleId);
  /** Ids start at 1, so 0 excludes no record. */
  const others = (vehicleId: AuthorizedVehicleId, except = 0) => readingsOf(vehicleId).where('id', '<>', except);
  return {
    /** The newest record on or before `day`. */
    async findBefore(vehicleId: AuthorizedVehicleId, day: string, except?: number): Promise<ReadingRow | undefined> {
      return others(vehicleId, except)
        .where('performed_on', '<=', day)
        .orderBy('performed_on', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
    /** The oldest record after `day`. */
    async findAfter(vehicleId: AuthorizedVehicleId, day: string, except?: number): Promise<ReadingRow | undefined> {
      return others(vehicleId, except).where('performed_on', '>', day).orderBy('performed_on').orderBy('id').limit(1).executeTakeFirst();
    },
    /** The oldest record with the highest reading. */
    async findHighest(vehicleId: AuthorizedVehicleId): Promise<ReadingRow | undefined> {
      return readingsOf(vehicleId).orderBy('reading', 'desc').orderBy('performed_on').orderBy('id').limit(1).executeTakeFirst();
    },
  };
}

export type ReadingsRepo = ReturnType<typeof readingsRepo>;
