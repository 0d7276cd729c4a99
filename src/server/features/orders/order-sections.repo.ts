import type { AliasableExpression } from 'kysely';
import type { OrderCounts } from '#contract/orders.ts';
import { ORDER_STATUSES, type OrderStatus, type Tariff } from '#contract/tariffs.ts';
import type { Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import { ORDER_COLUMNS, type OrderRow } from './orders.repo.ts';

/** An order with the stored tariff of its user; undefined once the account was deleted. */
export interface ListedOrderRow {
  order: OrderRow;
  note: string;
  user: (TariffFacts & { email: string }) | undefined;
}

/** When orders were placed, ISO 8601 UTC; `to` is excluded. */
export interface OrderDates {
  from: string | undefined;
  to: string | undefined;
}

/** A part of a page: orders of one status. */
export interface OrderSection {
  status: OrderStatus;
  slice: Slice;
}

/** Sort before and after all ISO times. */
const [FIRST_TIME, LAST_TIME] = ['', '~'];

/** A range of times with both ends, so that conditions are the same with and without dates. */
export const rangeOf = ({ from = FIRST_TIME, to = LAST_TIME }: OrderDates): { from: string; to: string } => ({ from, to });

interface JoinedRow extends OrderRow {
  note: string;
  user_email: string | null;
  user_tariff: Tariff | null;
  user_start: string | null;
  user_end: string | null;
}

const toRow = ({ note, user_email: email, user_tariff: tariff, user_start, user_end, ...order }: JoinedRow): ListedOrderRow => ({
  order,
  note,
  user: email && tariff ? { email, tariff, tariff_start_date: user_start, tariff_end_date: user_end } : undefined,
});

/** Orders that await payment first, then paid, then completed ones; within a status, newest first. */
function byRank({ order: one }: ListedOrderRow, { order: other }: ListedOrderRow): number {
  const byStatus = ORDER_STATUSES.indexOf(one.status) - ORDER_STATUSES.indexOf(other.status);
  if (byStatus !== 0) return byStatus;
  return one.created_at === other.created_at ? other.id - one.id : one.created_at < other.created_at ? 1 : -1;
}

/** The rows of some ids with their users, in no order. */
export async function readListed(db: Db, ids: AliasableExpression<{ id: number }>): Promise<ListedOrderRow[]> {
  const rows = await db
    .selectFrom(ids.as('page'))
    .innerJoin('orders', 'orders.id', 'page.id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(ORDER_COLUMNS)
    .select(['orders.note', 'users.email as user_email', 'users.tariff as user_tariff'])
    .select(['users.tariff_start_date as user_start', 'users.tariff_end_date as user_end'])
    .execute();
  return rows.map(toRow);
}

/** The administrator's list without a search. Each query uses an index, whatever the dates. */
export function orderSectionsRepo(db: Db) {
  /** Ids of a section, read from the index alone. */
  function idsOfSection({ status, slice: { offset, limit, isFromEnd } }: OrderSection, dates: OrderDates) {
    const { from, to } = rangeOf(dates);
    const direction = isFromEnd ? 'asc' : 'desc';
    const ids = db
      .selectFrom('orders')
      .select('orders.id')
      .where('status', '=', status)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset);
    // SQLite allows no limit in a part of a union.
    return db.selectFrom(ids.as('section')).select('section.id');
  }

  return {
    /** The number of orders of each status that were placed on these dates. */
    async countByStatus(dates: OrderDates): Promise<OrderCounts> {
      const { from, to } = rangeOf(dates);
      const rows = await db
        .selectFrom('orders')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('status', 'in', ORDER_STATUSES)
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .groupBy('status')
        .execute();
      const countOf = (status: OrderStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
      return { processing: countOf('processing'), confirmed: countOf('confirmed'), completed: countOf('completed') };
    },
    /** The sections in their order, each newest first, in one statement: no order is in two of them. */
    async list(sections: readonly OrderSection[], dates: OrderDates): Promise<ListedOrderRow[]> {
      const [first, ...others] = sections.map((section) => idsOfSection(section, dates));
      if (!first) return [];
      const rows = await readListed(
        db,
        others.reduce((query, other) => query.unionAll(other), first),
      );
      return rows.sort(byRank);
    },
    async find(code: string): Promise<ListedOrderRow | undefined> {
      const [row] = await readListed(db, db.selectFrom('orders').select('orders.id').where('code', '=', code));
      return row;
    },
  };
}

export type OrderSectionsRepo = ReturnType<typeof orderSectionsRepo>;
