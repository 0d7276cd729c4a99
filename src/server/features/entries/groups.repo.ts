import { type ExpressionBuilder, type NotNull, sql } from 'kysely';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { ID_BASE } from './position.rules.ts';

/** A page of records in one currency, newest first: those from the day `from` on that are older than the position `before`. */
export interface RecordsPage {
  currency: Currency;
  from: string;
  before: { performedOn: string; id: number };
  limit: number;
}

interface GroupRow {
  records: number;
  /** Cents. */
  cost: number;
  /** Positions of the newest and the oldest record (`POSITION`). */
  newest: string;
  oldest: string;
}

export interface OperationRow extends GroupRow {
  name: string;
}

export interface PartRow extends GroupRow {
  code: string;
  name: string;
}

export interface PriceRow {
  id: number;
  performedOn: string;
  code: string;
  name: string;
  /** Cents. */
  price: number;
  /** Tenths. */
  reading: number;
}

/** Day, id and price (cents) of a record as a text that sorts like its place in the history, so that `max` finds the newest record. */
const POSITION = sql<string>`performed_on || (${sql.lit(ID_BASE)} + id) || '_' || amount`;

/** Sums of records by the exact texts of a work or a part; the service folds them (groups.rules.ts). */
export function groupsRepo(db: Db) {
  const newest = (vehicleIds: readonly AuthorizedVehicleId[], { currency, from, before, limit }: RecordsPage) =>
    db
      .selectFrom('entries')
      .where('vehicle_id', 'in', vehicleIds)
      .where('kind', '=', 'work')
      .where('currency', '=', currency)
      .where('performed_on', '>=', from)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(before.performedOn, before.id)))
      .orderBy('performed_on', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
  return {
    /** The records of a page by the exact name of the work. */
    async listOperations(vehicleIds: readonly AuthorizedVehicleId[], page: RecordsPage): Promise<OperationRow[]> {
      return db
        .selectFrom(
          newest(vehicleIds, page)
            .select(['operation_name', 'amount', POSITION.as('position')])
            .as('newest'),
        )
        .select('operation_name as name')
        .select(groupSums)
        .groupBy('operation_name')
        .$narrowType<{ name: NotNull }>()
        .execute();
    },
    /** The records of a page by the exact code and name of the part. */
    async listParts(vehicleIds: readonly AuthorizedVehicleId[], page: RecordsPage): Promise<PartRow[]> {
      return db
        .selectFrom(
          newest(vehicleIds, page)
            .select(['part_code', 'part_name', 'amount', POSITION.as('position')])
            .as('newest'),
        )
        .select(['part_code as code', 'part_name as name'])
        .select(groupSums)
        .groupBy(['part_code', 'part_name'])
        .$narrowType<{ code: NotNull; name: NotNull }>()
        .execute();
    },
    /** The records of a page with their prices. */
    async listPrices(vehicleId: AuthorizedVehicleId, page: RecordsPage): Promise<PriceRow[]> {
      return newest([vehicleId], page)
        .select(['id', 'performed_on as performedOn', 'part_code as code', 'operation_name as name', 'amount as price', 'reading'])
        .$narrowType<{ code: NotNull; name: NotNull; price: NotNull }>()
        .execute();
    },
  };
}

const groupSums = ({ fn }: ExpressionBuilder<{ newest: { amount: number | null; position: string } }, 'newest'>) => [
  fn.countAll<number>().as('records'),
  fn.sum<number>('amount').as('cost'),
  fn.max('position').as('newest'),
  fn.min('position').as('oldest'),
];

export type GroupsRepo = ReturnType<typeof groupsRepo>;
