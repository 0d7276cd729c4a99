import { sql } from 'kysely';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { StoredGroup } from '../../db/vehicle-tables.ts';
import { hasMoreEntries } from './entry-sums.repo.ts';
import { knownMileages, resetsOf } from './readings.repo.ts';
import type { ShownPoint } from './segments.rules.ts';

/** The first and the last day, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Costs of one kind, group and currency. */
export interface MonthRow {
  vehicleId: number;
  /** YYYY-MM. */
  month: string;
  kind: EntryKindName;
  group: StoredGroup;
  currency: Currency;
  records: number;
  /** Cents. */
  cost: number;
  /** Entries whose amount is not known. */
  withoutAmount: number;
  /** The day of the first one. */
  firstDay: string;
}

export interface PointRow extends ShownPoint {
  vehicleId: number;
}

/** The readings before a place in the history. */
export interface PointsPage {
  before: { performedOn: string; id: number };
  limit: number;
}

const MONTH = sql<string>`substr(performed_on, 1, 7)`;
/** By which an entry is summed. */
export const GROUP = sql<StoredGroup>`case kind when 'work' then 'maintenance' when 'fill' then 'energy' else cost_group end`;

/** Sums of costs by month, computed from the index `entries_totals` alone. */
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
    /** The months with costs of each vehicle, oldest first. */
    async listMonths(vehicleIds: readonly AuthorizedVehicleId[], { from, to }: Days): Promise<MonthRow[]> {
      return db
        .selectFrom('entries')
        .select(({ fn }) => [
          'vehicle_id as vehicleId',
          MONTH.as('month'),
          'kind',
          GROUP.as('group'),
          'currency',
          fn.countAll<number>().as('records'),
          fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('cost'),
          sql<number>`count(*) - count(amount)`.as('withoutAmount'),
          fn.min<string>('performed_on').as('firstDay'),
        ])
        .where('vehicle_id', 'in', vehicleIds)
        .where('kind', '!=', 'reading')
        .where('performed_on', '>=', from)
        .where('performed_on', '<=', to)
        .groupBy(['vehicle_id', MONTH, 'kind', GROUP, 'currency'])
        .orderBy('vehicle_id')
        .orderBy(MONTH)
        .execute();
    },
    /** A page of the readings of each vehicle, newest first. A reading of 0 is a missing one. */
    async listPoints(vehicleIds: readonly AuthorizedVehicleId[], { before, limit }: PointsPage): Promise<PointRow[]> {
      return db
        .selectFrom('entries')
        .select(['vehicle_id as vehicleId', 'id', 'performed_on as performedOn', 'reading', 'is_reading_right as isRight'])
        .where('vehicle_id', 'in', vehicleIds)
        .where('reading', '>', 0)
        .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(before.performedOn, before.id)))
        .orderBy('performed_on', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .$narrowType<{ reading: number }>()
        .execute();
    },
    /** The known readings that are the mileage of the details. */
    async listMileages(vehicleIds: readonly AuthorizedVehicleId[]): Promise<PointRow[]> {
      const rows = await knownMileages(db, vehicleIds)
        .select(['vehicle_id as vehicleId', 'entries.id', 'performed_on as performedOn', 'reading', 'is_reading_right as isRight'])
        .execute();
      return rows.map((row) => ({ ...row, isDetails: true }));
    },
    /** The replaced odometers of vehicles. */
    async listResets(vehicleIds: readonly AuthorizedVehicleId[]): Promise<{ id: number; oldReading: number | null }[]> {
      return resetsOf(db, vehicleIds).select(['entries.id', 'old_reading as oldReading']).execute();
    },
  };
}

export type MonthsRepo = ReturnType<typeof monthsRepo>;
