import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OrderStatus } from '#contract/tariffs.ts';
import { countFound } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/**
 * Omits the email and the note, which only the administrator's list reads: rows are copied to the audit log, which outlives the account.
 * Also omits what only the revenue figures and the emails about new orders read.
 */
export type OrderRow = Omit<Selectable<Tables['orders']>, 'email' | 'note' | 'is_announced' | 'is_in_force' | 'continued_at'>;

/** The period that an order paid for, and whether it is still in force. */
export interface PaidPeriodRow {
  id: number;
  tariff_start_date: string;
  tariff_end_date: string;
  is_in_force: 0 | 1;
  continued_at: string | null;
}

/** What an email to administrators says about a new order. */
export interface AnnouncedOrder extends Pick<OrderRow, 'code' | 'tariff_change' | 'payment_months' | 'amount_due'> {
  userId: number;
  first_name: string;
  last_name: string;
}

/** Times that an order is compared with, ISO 8601. */
export interface ConfirmedTimes {
  until: string;
  latest: string;
  endsBefore: string;
}

/** Qualified, because the administrator's list joins users. */
export const ORDER_COLUMNS = [
  'orders.id',
  'orders.code',
  'orders.user_id',
  'orders.tariff_from',
  'orders.tariff_change',
  'orders.payment_months',
  'orders.amount_due',
  'orders.transfers',
  'orders.status',
  'orders.created_at',
  'orders.confirmed_at',
  'orders.completed_at',
  'orders.is_card_paid',
  'orders.tariff_start_date',
  'orders.tariff_end_date',
  'orders.income_id',
  'orders.tariff_before',
  'orders.activation_undone_at',
] as const;
const OPEN = ['processing', 'confirmed'] as const;
/** When the grace time of a confirmed order began. */
const waitsFrom = sql<string>`coalesce(${sql.ref('activation_undone_at')}, ${sql.ref('confirmed_at')})`;

export interface NamedOrderRow extends OrderRow {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}

const named = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(ORDER_COLUMNS)
    .select(['users.first_name', 'users.last_name', 'users.email']);

const announced = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.code', 'orders.tariff_change', 'orders.payment_months', 'orders.amount_due', 'users.id as userId'])
    .select(['users.first_name', 'users.last_name'])
    .orderBy('orders.id');

/** The orders of a user. */
const ofUser = (db: Db) => ({
  /**
   * What the deletion of an account leaves of its orders: paid ones are kept for accounting, without the note; unpaid ones are deleted.
   * Returns the deleted ones.
   */
  async deleteUnpaid(userId: number): Promise<OrderRow[]> {
    const unpaid = await db
      .deleteFrom('orders')
      .where('user_id', '=', userId)
      .where('status', '=', 'processing')
      .returning(ORDER_COLUMNS)
      .execute();
    await db.updateTable('orders').set({ note: '' }).where('user_id', '=', userId).execute();
    return unpaid;
  },
  /** The periods that the completed orders of a user paid for. */
  async listPaidPeriods(userId: number): Promise<PaidPeriodRow[]> {
    return db
      .selectFrom('orders')
      .select(['id', 'tariff_start_date', 'tariff_end_date', 'is_in_force', 'continued_at'])
      .where('user_id', '=', userId)
      .where('status', '=', 'completed')
      .where('tariff_end_date', 'is not', null)
      .$narrowType<{ tariff_start_date: string; tariff_end_date: string }>()
      .execute();
  },
  /** The newest orders of a user, of those before the one with the id `before`. */
  async listByUser(userId: number, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<OrderRow[]> {
    return db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('user_id', '=', userId)
      .where('orders.id', '<', before)
      .orderBy('orders.id', 'desc')
      .limit(limit)
      .execute();
  },
  /** The completed orders whose periods contain that time, the newest first. */
  async listRunning(userId: number, at: string): Promise<OrderRow[]> {
    return db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('user_id', '=', userId)
      .where('tariff_start_date', '<=', at)
      .where('tariff_end_date', '>', at)
      .orderBy('id', 'desc')
      .execute();
  },
  async movePaidPeriod({ id, tariff_start_date, tariff_end_date }: Pick<PaidPeriodRow, 'id' | 'tariff_start_date' | 'tariff_end_date'>) {
    await db.updateTable('orders').set({ tariff_start_date, tariff_end_date }).where('id', '=', id).execute();
  },
  /**
   * Forgets what the orders after the one with the id `after` replaced. They were also completed after it, because a user has one open order
   * at a time.
   */
  async forgetBefore(userId: number, after: number): Promise<void> {
    await db.updateTable('orders').set({ tariff_before: null }).where('user_id', '=', userId).where('id', '>', after).execute();
  },
  async updatePaidPeriod({ id, is_in_force, continued_at }: Omit<PaidPeriodRow, 'tariff_start_date' | 'tariff_end_date'>): Promise<void> {
    await db.updateTable('orders').set({ is_in_force, continued_at }).where('id', '=', id).execute();
  },
});

/** What jobs look for. */
const ofJobs = (db: Db) => ({
  /** Orders that wait since `until` or longer, or from after `latest`, or that were confirmed in a period of the user that ends before `endsBefore`, oldest first. */
  async listConfirmed({ until, latest, endsBefore }: ConfirmedTimes, limit: number): Promise<OrderRow[]> {
    return db
      .selectFrom('orders')
      .leftJoin('users', 'users.id', 'orders.user_id')
      .select(ORDER_COLUMNS)
      .where('status', '=', 'confirmed')
      .where(({ eb, or }) =>
        or([
          eb(waitsFrom, '<=', until),
          eb(waitsFrom, '>', latest),
          eb('users.tariff_end_date', '<', endsBefore)
            .and('confirmed_at', '<=', eb.ref('users.tariff_end_date'))
            .and('activation_undone_at', 'is', null),
        ]),
      )
      .orderBy('orders.id')
      .limit(limit)
      .execute();
  },
  /** Marks the first unpaid orders that administrators have not been emailed about, and returns them. */
  async announce(limit: number): Promise<AnnouncedOrder[]> {
    const rows = await db
      .updateTable('orders')
      .set({ is_announced: 1 })
      .where('id', 'in', (eb) =>
        eb.selectFrom('orders').select('id').where('is_announced', '=', 0).where('status', '=', 'processing').orderBy('id').limit(limit),
      )
      // Checked again, because another process may just have announced the row.
      .where('is_announced', '=', 0)
      .returning('id')
      .execute();
    if (rows.length === 0) return [];
    return announced(db)
      .where(
        'orders.id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  },
  /** The unpaid orders of these users that administrators have been emailed about. */
  async listAnnounced(userIds: readonly number[]): Promise<AnnouncedOrder[]> {
    if (userIds.length === 0) return [];
    return announced(db).where('orders.user_id', 'in', userIds).where('status', '=', 'processing').where('is_announced', '=', 1).execute();
  },
  /** Number of orders that await payment. */
  async countWaiting(): Promise<number> {
    return countFound(db, db.selectFrom('orders').select('id').where('status', '=', 'processing'));
  },
});

export const ordersRepo = (db: Db) => ({
  /** The order that is not completed yet; a user has at most one. */
  async findOpen(userId: number): Promise<OrderRow | undefined> {
    return db.selectFrom('orders').select(ORDER_COLUMNS).where('user_id', '=', userId).where('status', 'in', OPEN).executeTakeFirst();
  },
  async countByUser(userId: number): Promise<number> {
    const { count } = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async findByCode(code: string): Promise<OrderRow | undefined> {
    return db.selectFrom('orders').select(ORDER_COLUMNS).where('code', '=', code).executeTakeFirst();
  },
  /** With the users, whose fields are null once the account is deleted. */
  async listByCodes(codes: readonly string[]): Promise<NamedOrderRow[]> {
    if (codes.length === 0) return [];
    return named(db).where('orders.code', 'in', codes).execute();
  },
  /** The newest orders that await payment. */
  async listWaiting(limit: number): Promise<NamedOrderRow[]> {
    return named(db).where('orders.status', '=', 'processing').orderBy('orders.id', 'desc').limit(limit).execute();
  },
  /** Orders that await the rest of their payment, the newest first; few, as each has a payment that was recorded. */
  async listPartlyPaid(): Promise<OrderRow[]> {
    return db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('status', '=', 'processing')
      .where(({ exists, selectFrom }) => exists(selectFrom('income').select('income.id').whereRef('income.order_code', '=', 'orders.code')))
      .orderBy('orders.id', 'desc')
      .execute();
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
  ...ofJobs(db),
  ...ofUser(db),
});

export type OrdersRepo = ReturnType<typeof ordersRepo>;
