import { sql } from 'kysely';
import type { ClosedAs, PreviousOrder } from '#contract/orders.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { OrderRow } from './orders.repo.ts';

/** A closed order with its user; null once the account was deleted. */
export interface ClosedOrderRow extends Pick<OrderRow, 'code' | 'user_id' | 'tariff_from' | 'tariff_change' | 'payment_months'> {
  amount_due: number;
  transfers: string;
  status: OrderRow['status'];
  created_at: string;
  closed_as: ClosedAs;
  closed_at: string;
  email: string | null;
}

/** What a replaced order was; the amount in cents. */
export type ReplacedOrderRow = PreviousOrder & { code: string };

/** Orders that are not in the table of orders any more: a payment may still come for them. */
export const closedOrdersRepo = (db: Db) => ({
  async insert(order: OrderRow, closed_as: ClosedAs | 'replaced', closed_at: string): Promise<void> {
    const { code, user_id, status, tariff_from, tariff_change, payment_months, amount_due, transfers, created_at } = order;
    const row = { code, user_id, status, tariff_from, tariff_change, payment_months, amount_due, transfers, created_at };
    await db
      .insertInto('closed_orders')
      .values({ ...row, closed_as, closed_at })
      .execute();
  },
  /** By their whole codes, the newest first. */
  async list(codes: readonly string[]): Promise<ClosedOrderRow[]> {
    if (codes.length === 0) return [];
    return db
      .selectFrom('closed_orders')
      .leftJoin('users', 'users.id', 'closed_orders.user_id')
      .select(['closed_orders.code', 'user_id', 'status', 'tariff_from', 'tariff_change', 'payment_months', 'amount_due'])
      .select(['transfers', 'closed_orders.created_at', 'closed_as', 'closed_at', 'users.email'])
      .where('code', 'in', codes)
      .where('closed_as', '<>', 'replaced')
      .$narrowType<{ closed_as: ClosedAs }>()
      .orderBy('closed_orders.id', 'desc')
      .execute();
  },
  /** The former states of some orders, the newest first. */
  async listReplaced(codes: readonly string[]): Promise<ReplacedOrderRow[]> {
    if (codes.length === 0) return [];
    return db
      .selectFrom('closed_orders')
      .select(['code', 'tariff_change', 'payment_months', 'amount_due', 'closed_at as until'])
      .where('code', 'in', codes)
      .where('closed_as', '=', 'replaced')
      .orderBy('id', 'desc')
      .execute();
  },
  deleteExpired: (closedBefore: string): Promise<boolean> => deleteExpired(db, 'closed_orders', ['id'], sql`closed_at < ${closedBefore}`),
});

export type ClosedOrdersRepo = ReturnType<typeof closedOrdersRepo>;
