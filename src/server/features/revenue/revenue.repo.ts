import { type AliasedRawBuilder, sql } from 'kysely';
import type { PaidTariff } from '#contract/tariffs.ts';
import { countOf } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Span } from './revenue.rules.ts';

/** Cents a month of a set of paid periods, and their number. */
export interface PeriodSum {
  number: number;
  cents: number;
}

/** A count, and the part of it that has happened before a limit. */
export interface Share {
  of: number;
  counted: number;
}

/** An aggregate as a number: PostgreSQL returns a sum of bigints as text. */
const numbersOf = <T extends Record<string, unknown>>(row: T): Record<keyof T, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)])) as Record<keyof T, number>;

const countBefore = (column: string, limit: string): AliasedRawBuilder<number, 'counted'> =>
  sql<number>`count(case when ${sql.ref(column)} < ${limit} then 1 end)`.as('counted');

/** Literal, as in the conditions of the indexes; a parameter could be any value. */
const NOTHING = sql.lit(0);

/** Each query reads one range of an index alone, and is short: SQLite blocks the process while it runs. */
export const revenueRepo = (db: Db) => ({
  async countUsers(): Promise<number> {
    return countOf(db, ['users']);
  },
  /** Payments confirmed in a span: their number, and cents by tariff. */
  async sumPaid({ from, until }: Span): Promise<Record<PaidTariff | 'payments', number>> {
    const row = await db
      .selectFrom('orders')
      .select(({ fn }) => [
        fn.countAll<number>().as('payments'),
        fn.sum<number>('amount_due').as('total'),
        fn.sum<number>('amount_due').filterWhere('tariff_change', '=', 'business').as('business'),
      ])
      .where('confirmed_at', '>=', from)
      .where('confirmed_at', '<', until)
      .where('status', '<>', sql.lit('processing'))
      .where('amount_due', '>', NOTHING)
      .executeTakeFirstOrThrow();
    const { payments, total, business } = numbersOf(row);
    return { payments, business, family: total - business };
  },
  /** Users whose period of that tariff runs at `now`; a period never begins later than it is stored. */
  async countRunning(tariff: PaidTariff, now: string): Promise<number> {
    const row = await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('users'))
      .where('tariff', '=', tariff)
      .where('tariff_end_date', '>', now)
      .executeTakeFirstOrThrow();
    return numbersOf(row).users;
  },
  /** Paid periods in force of that tariff that end in the span. */
  async sumInForce(tariff: PaidTariff, { from, until }: Span): Promise<PeriodSum> {
    const row = await db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('number'), sql<number>`sum(amount_due / payment_months)`.as('cents')])
      .where('is_in_force', '=', sql.lit(1))
      .where('tariff_change', '=', tariff)
      .where('tariff_end_date', '>', from)
      .where('tariff_end_date', '<=', until)
      .where('amount_due', '>', NOTHING)
      .executeTakeFirstOrThrow();
    return numbersOf(row);
  },
  /** Users registered in the span, and those of them whose first payment was confirmed before `limit`. */
  async countRegistered({ from, until }: Span, limit: string): Promise<Share> {
    const row = await db
      .selectFrom('users')
      .select(({ fn }) => [fn.countAll<number>().as('of'), countBefore('first_paid_at', limit)])
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .executeTakeFirstOrThrow();
    return numbersOf(row);
  },
  /** Paid periods that ended in the span, and those of them that were continued before `limit`. */
  async countEnded({ from, until }: Span, limit: string): Promise<Share> {
    const row = await db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('of'), countBefore('continued_at', limit)])
      .where('tariff_end_date', '>=', from)
      .where('tariff_end_date', '<', until)
      .where('amount_due', '>', NOTHING)
      .executeTakeFirstOrThrow();
    return numbersOf(row);
  },
});

export type RevenueRepo = ReturnType<typeof revenueRepo>;
