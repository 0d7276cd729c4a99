import type { Insertable, Selectable, Updateable } from 'kysely';
import type { OrderStatus } from '#contract/tariffs.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Without the email, which only the administrator's list reads: rows are copied to the audit log, which outlives the account. */
export type OrderRow = Omit<Selectable<Tables['orders']>, 'email'>;

/** Qualified, because the administrator's list joins users. */
export const ORDER_COLUMNS = [
  'orders.id',
  'orders.code',
  'orders.user_id',
  'orders.tariff_change',
  'orders.payment_months',
  'orders.amount_due',
  'orders.status',
  'orders.created_at',
  'orders.confirmed_at',
  'orders.completed_at',
  'orders.tariff_start_date',
  'orders.tariff_end_date',
] as const;
const OPEN = ['processing', 'confirmed'] as const;

export const ordersRepo = (db: Db) => ({
  /** The order that is not completed yet; a user has at most one. */
  async findOpen(userId: number): Promise<OrderRow | undefined> {
    return db.selectFrom('orders').select(ORDER_COLUMNS).where('user_id', '=', userId).where('status', 'in', OPEN).executeTakeFirst();
  },
  /** The completed order that paid for a period. */
  async findPaid(userId: number, start: string, end: string): Promise<OrderRow | undefined> {
    return db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('user_id', '=', userId)
      .where('tariff_start_date', '=', start)
      .where('tariff_end_date', '=', end)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  },
  async findByCode(code: string): Promise<OrderRow | undefined> {
    return db.selectFrom('orders').select(ORDER_COLUMNS).where('code', '=', code).executeTakeFirst();
  },
  /** Locks the order until the transaction ends. Always lock the user first, to avoid deadlocks (decision 12). */
  async lock(code: string): Promise<OrderRow | undefined> {
    return db.selectFrom('orders').select(ORDER_COLUMNS).where('code', '=', code).forNoKeyUpdate().executeTakeFirst();
  },
  /** Undefined if the code is already taken. */
  async insert(row: Insertable<Tables['orders']>): Promise<OrderRow | undefined> {
    return db
      .insertInto('orders')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning(ORDER_COLUMNS)
      .executeTakeFirst();
  },
  /** Updates the order only if its status is still `from`; undefined otherwise. */
  async update(id: number, from: OrderStatus, change: Updateable<Tables['orders']>): Promise<OrderRow | undefined> {
    return db.updateTable('orders').set(change).where('id', '=', id).where('status', '=', from).returning(ORDER_COLUMNS).executeTakeFirst();
  },
  /** False if the order has another status or does not exist. */
  async delete(id: number, status: OrderStatus): Promise<boolean> {
    const rows = await db.deleteFrom('orders').where('id', '=', id).where('status', '=', status).returning('id').execute();
    return rows.length > 0;
  },
  /** Orders confirmed at or before `until`, oldest first. */
  async listConfirmed(until: string, limit: number): Promise<OrderRow[]> {
    return db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('status', '=', 'confirmed')
      .where('confirmed_at', '<=', until)
      .orderBy('id')
      .limit(limit)
      .execute();
  },
});

export type OrdersRepo = ReturnType<typeof ordersRepo>;
