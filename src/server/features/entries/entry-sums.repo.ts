import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId, UserId } from '../../authorized.ts';
import { countFromDetails } from '../../db/from-details.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** The entries of a vehicle in one currency. */
export interface VehicleSums {
  vehicleId: number;
  currency: Currency;
  records: number;
  /** Of records, in cents. */
  total: number;
  thisYear: number;
  /** Of all entries. */
  entries: number;
  /** The mileages of the details of the vehicle, in all currencies. */
  fromDetails: number;
  /** Without loans. */
  spent: number;
  spentThisYear: number;
  /** Entries that these two sum. */
  counted: number;
  countedThisYear: number;
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

/** Whether a vehicle has more than `count` entries; reads at most that many from the index of the totals. */
export const hasMoreEntries =
  (count: number) =>
  ({ exists, selectFrom }: ExpressionBuilder<Tables, 'vehicles'>) =>
    exists(
      selectFrom('entries')
        .select('entries.id')
        .whereRef('entries.vehicle_id', '=', 'vehicles.id')
        .orderBy('performed_on')
        .limit(1)
        .offset(count),
    );

/** Totals of the entries of vehicles. Everything but the last record is computed from the index alone. */
export function entrySumsRepo(db: Db) {
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
      return vehiclesIn(userId, range).select('vehicles.id').where(hasMoreEntries(records)).execute();
    },
    /** Sums per vehicle and currency; `year` is YYYY. Vehicles without entries are missing. */
    async find(userId: UserId, range: VehicleRange, year: string): Promise<VehicleSums[]> {
      return vehiclesIn(userId, range)
        .innerJoin('entries', 'entries.vehicle_id', 'vehicles.id')
        .select(({ fn }) => [
          'vehicle_id as vehicleId',
          'currency',
          sumIf(IS_WORK, sql`1`).as('records'),
          sumIf(IS_WORK).as('total'),
          sumIf(sql`${IS_WORK} and ${isIn(year)}`).as('thisYear'),
          fn.countAll<number>().as('entries'),
          countFromDetails(sql.ref('entries.vehicle_id')).as('fromDetails'),
          spent().as('spent'),
          sumIf(sql`${IS_SPENT} and ${isIn(year)}`).as('spentThisYear'),
          sumIf(IS_COUNTED, sql`1`).as('counted'),
          sumIf(sql`${IS_COUNTED} and ${isIn(year)}`, sql`1`).as('countedThisYear'),
          fn.max('reading').as('reading'),
        ])
        .groupBy(['vehicle_id', 'currency'])
        .execute();
    },
    async findLast(userId: UserId, range: VehicleRange): Promise<LastRecord[]> {
      const newest = sql<number>`(select e.id from entries e where e.vehicle_id = vehicles.id and e.kind = 'work' order by e.performed_on desc, e.id desc limit 1)`;
      return vehiclesIn(userId, range)
        .innerJoin('entries', (join) => join.on('entries.id', '=', newest))
        .select(['vehicles.id as vehicleId', 'operation_name as operationName', 'performed_on as performedOn'])
        .$narrowType<{ operationName: string }>()
        .execute();
    },
  };
}

const sumIf = (condition: RawBuilder<unknown>, summed = sql`amount`) =>
  sql<number>`coalesce(sum(case when ${condition} then ${summed} end), 0)`;
const IS_WORK = sql`kind = 'work'`;
/** Instalments of a loan pay for the purchase. */
const IS_SPENT = sql`cost_group is distinct from 'loan'`;
const IS_COUNTED = sql`${IS_SPENT} and amount is not null`;
/** What was spent, in cents, without loans. */
export const spent = (): RawBuilder<number> => sumIf(IS_SPENT);
/** How many entries `spent` sums. */
export const counted = (): RawBuilder<number> => sumIf(IS_COUNTED, sql`1`);
const isIn = (year: string) => sql`performed_on >= ${year} and performed_on < ${yearAfter(year)}`;

/** The next year as text, for comparison with days; after 9999 it is `:`, which sorts after every digit. */
const yearAfter = (year: string): string => (year === '9999' ? ':' : String(Number(year) + 1).padStart(4, '0'));

export type EntrySumsRepo = ReturnType<typeof entrySumsRepo>;
