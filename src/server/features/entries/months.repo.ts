import { sql } from 'kysely';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { hasMoreEntries } from './more-entries.ts';

/** The first and the last day, both included. */
export interface Days {
  from: string;
  to: string;
}

export interface MonthRow {
  vehicleId: number;
  /** YYYY-MM. */
  month: string;
  records: number;
  /** Cents. */
  cost: number;
  /** Number of readings, and the lowest and the highest in tenths; a reading of 0 is a missing one. */
  readings: number;
  lowest: number | null;
  highest: number | null;
}

const MONTH = sql<string>`substr(performed_on, 1, 7)`;

/** Sums of records by month, computed from the index `entries_totals` alone. */
export function monthsRepo(db: Db) {
  return {
    /** The vehicles with more than `records` records. */
    async listLarge(vehicleIds: readonly AuthorizedVehicleId[], records: number): Promise<{ id: number }[]> {
      return db
        .selectFrom('vehicles')
        .select('vehicles.id')
        .where('vehicles.id', 'in', vehicleIds)
        .where(hasMoreEntries(records))
        .execute();
    },
    /** The months with records of each vehicle, oldest first. */
    async listMonths(vehicleIds: readonly AuthorizedVehicleId[], { from, to }: Days): Promise<MonthRow[]> {
      return db
        .selectFrom('entries')
        .select(({ fn }) => [
          'vehicle_id as vehicleId',
          MONTH.as('month'),
          fn.countAll<number>().as('records'),
          fn.sum<number>('amount').as('cost'),
          sql<number>`count(nullif(reading, 0))`.as('readings'),
          sql<number | null>`min(nullif(reading, 0))`.as('lowest'),
          sql<number | null>`max(nullif(reading, 0))`.as('highest'),
        ])
        .where('vehicle_id', 'in', vehicleIds)
        .where('kind', '=', 'work')
        .where('performed_on', '>=', from)
        .where('performed_on', '<=', to)
        .groupBy(['vehicle_id', MONTH])
        .orderBy('vehicle_id')
        .orderBy(MONTH)
        .execute();
    },
    /** The first reading other than 0, in tenths. */
    async findFirstReading(vehicleId: AuthorizedVehicleId, { from, to }: Days): Promise<number | undefined> {
      const row = await db
        .selectFrom('entries')
        .select('reading')
        .where('vehicle_id', '=', vehicleId)
        .where('performed_on', '>=', from)
        .where('performed_on', '<=', to)
        .where('reading', '>', 0)
        .orderBy('performed_on')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row?.reading;
    },
  };
}

export type MonthsRepo = ReturnType<typeof monthsRepo>;
