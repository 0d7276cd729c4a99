import { sql } from 'kysely';
import type { AuthorizedVehicleId, UserId } from '../../authorized.ts';
import { hasMoreRecords } from '../../db/more-records.ts';
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

/** A range of vehicle ids of one owner, both ends included, without the vehicles of the other kind (archived or not). */
export interface VehicleRange {
  first: AuthorizedVehicleId;
  last: AuthorizedVehicleId;
  isArchived: boolean;
}

/** Totals of the records of vehicles. Everything but the last record is computed from the index alone. */
export function vehicleSumsRepo(db: Db) {
  const vehiclesIn = (userId: UserId, { first, last, isArchived }: VehicleRange) =>
    db
      .selectFrom('vehicles')
      .where('vehicles.user_id', '=', userId)
      .where('vehicles.archived_at', isArchived ? 'is not' : 'is', null)
      .where('vehicles.id', '>=', first)
      .where('vehicles.id', '<=', last);
  return {
    /** The vehicles with more than `records` records. */
    async findLarge(userId: UserId, range: VehicleRange, records: number): Promise<{ id: number }[]> {
      return vehiclesIn(userId, range).select('vehicles.id').where(hasMoreRecords(records)).execute();
    },
    /** Sums per vehicle; `year` is YYYY. Vehicles without records are missing. */
    async find(userId: UserId, range: VehicleRange, year: string): Promise<VehicleStats[]> {
      return vehiclesIn(userId, range)
        .innerJoin('records', 'records.vehicle_id', 'vehicles.id')
        .select(({ fn }) => [
          'vehicle_id as vehicleId',
          fn.countAll<number>().as('records'),
          fn.sum<number>('price').as('total'),
          sql<number>`coalesce(sum(case when performed_on >= ${year} and performed_on < ${yearAfter(year)} then price end), 0)`.as(
            'thisYear',
          ),
          fn.max('reading').as('reading'),
        ])
        .groupBy('vehicle_id')
        .execute();
    },
    async findLast(userId: UserId, range: VehicleRange): Promise<LastRecord[]> {
      const newest = sql<number>`(select r.id from records r where r.vehicle_id = vehicles.id order by r.performed_on desc, r.id desc limit 1)`;
      return vehiclesIn(userId, range)
        .innerJoin('records', (join) => join.on('records.id', '=', newest))
        .select(['vehicles.id as vehicleId', 'operation_name as operationName', 'performed_on as performedOn'])
        .execute();
    },
    /** Whether the vehicle has readings, whether any has a fraction, and the highest (in tenths, 0 without readings). */
    async findReadings(vehicleId: AuthorizedVehicleId): Promise<{ any: boolean; fractions: boolean; highest: number }> {
      const row = await db
        .selectFrom('records')
        .select(({ fn }) => [
          fn.countAll<number>().as('any'),
          sql<number>`coalesce(sum(case when reading % 10 <> 0 then 1 else 0 end), 0)`.as('fractions'),
          fn.max<number | null>('reading').as('highest'),
        ])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirstOrThrow();
      return { any: row.any > 0, fractions: row.fractions > 0, highest: row.highest ?? 0 };
    },
  };
}

/** The next year as text, for comparison with days; after 9999 it is `:`, which sorts after every digit. */
const yearAfter = (year: string): string => (year === '9999' ? ':' : String(Number(year) + 1).padStart(4, '0'));

export type VehicleSumsRepo = ReturnType<typeof vehicleSumsRepo>;
