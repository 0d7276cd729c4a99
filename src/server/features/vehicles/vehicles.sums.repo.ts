import { sql } from 'kysely';
import type { AuthorizedVehicleId, UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export interface VehicleStats {
  vehicleId: number;
  records: number;
  /** Cents. */
  total: number;
  thisYear: number;
  /** Tenths of the vehicle's unit. */
  reading: number;
}

export interface LastRecord {
  vehicleId: number;
  operationName: string;
  performedOn: string;
}

/** What a vehicle's records come to. */
export function vehicleSumsRepo(db: Db) {
  const recordsOf = (userId: UserId) =>
    db.selectFrom('vehicles').innerJoin('records', 'records.vehicle_id', 'vehicles.id').where('user_id', '=', userId);
  return {
    /** Sums of records by vehicle: one vehicle's, or all of an owner's. `year` is YYYY. */
    async find(userId: UserId, year: string, vehicleId?: number): Promise<VehicleStats[]> {
      const query = recordsOf(userId).select(({ fn }) => [
        'vehicle_id as vehicleId',
        fn.countAll<number>().as('records'),
        fn.sum<number>('price').as('total'),
        sql<number>`coalesce(sum(case when performed_on >= ${year} then price end), 0)`.as('thisYear'),
        fn.max('reading').as('reading'),
      ]);
      return (vehicleId === undefined ? query : query.where('vehicle_id', '=', vehicleId)).groupBy('vehicle_id').execute();
    },
    async findLast(userId: UserId, vehicleId?: number): Promise<LastRecord[]> {
      const newest = sql<number>`(select r.id from records r where r.vehicle_id = vehicles.id order by r.performed_on desc, r.id desc limit 1)`;
      const query = db
        .selectFrom('vehicles')
        .innerJoin('records', (join) => join.on('records.id', '=', newest))
        .select(['vehicles.id as vehicleId', 'operation_name as operationName', 'performed_on as performedOn'])
        .where('user_id', '=', userId);
      return (vehicleId === undefined ? query : query.where('vehicles.id', '=', vehicleId)).execute();
    },
    /** Does the book hold readings, and any with a fraction? */
    async findReadings(vehicleId: AuthorizedVehicleId): Promise<{ any: boolean; fractions: boolean }> {
      const row = await db
        .selectFrom('records')
        .select(({ fn }) => [
          fn.countAll<number>().as('any'),
          sql<number>`coalesce(sum(case when reading % 10 <> 0 then 1 else 0 end), 0)`.as('fractions'),
        ])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirstOrThrow();
      return { any: row.any > 0, fractions: row.fractions > 0 };
    },
  };
}

export type VehicleSumsRepo = ReturnType<typeof vehicleSumsRepo>;
