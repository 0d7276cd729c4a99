import { sql } from 'kysely';
import type { OrderStatus } from '#contract/tariffs.ts';
import type { Db } from '../../db/store.ts';
import { type OrderDates, rangeOf } from './order-sections.repo.ts';
import { ORDER_COLUMNS, type OrderRow } from './orders.repo.ts';

/** An order with its payer; null once the account was deleted. */
export interface ExportedOrder extends OrderRow {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}

/** The last order of the previous part. */
export type ExportPlace = Pick<OrderRow, 'created_at' | 'id'>;

export const orderExportRepo = (db: Db) => ({
  /** Number of orders, and the sum of their amounts in cents. Reads an index alone; PostgreSQL reads the table if all orders are wanted. */
  async sum(statuses: readonly OrderStatus[], dates: OrderDates): Promise<{ count: number; amount: number }> {
    const { from, to } = rangeOf(dates);
    return db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.coalesce(fn.sum<number>('amount_due'), sql<number>`0`).as('amount')])
      .where('status', 'in', statuses)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .executeTakeFirstOrThrow();
  },
  /** Orders after `place`, newest first. Their order does not depend on the status, which may change between two parts. */
  async list(status: OrderStatus | 'all', dates: OrderDates, place: ExportPlace | undefined, limit: number): Promise<ExportedOrder[]> {
    const { from, to } = rangeOf(dates);
    const { created_at, id } = place ?? { created_at: to, id: 0 };
    return db
      .selectFrom('orders')
      .leftJoin('users', 'users.id', 'orders.user_id')
      .select(ORDER_COLUMNS)
      .select(['users.first_name', 'users.last_name', 'users.email'])
      .$if(status !== 'all', (query) => query.where('orders.status', '=', status as OrderStatus))
      .where('orders.created_at', '>=', from)
      .where(sql<boolean>`(orders.created_at, orders.id) < (${created_at}, ${id})`)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(limit)
      .execute();
  },
});

export type OrderExportRepo = ReturnType<typeof orderExportRepo>;
