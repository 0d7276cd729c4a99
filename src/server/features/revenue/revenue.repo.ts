import { type AliasedRawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PaidTariff } from '#contract/tariffs.ts';
import { countFound } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TimeSpan } from './revenue.rules.ts';

/** Cents a month of a set of paid periods, and their number. */
export interface PeriodSum {
  number: number;
  cents: number;
}

/** Payments of some days: their number, and cents by the tariff that they paid for. */
export type PaidSum = Record<PaidTariff | 'payments', number>;

/** What came in in a month, YYYY-MM, less what was given back, in cents of a currency. */
export interface MonthSum {
  month: string;
  currency: string;
  cents: number;
}

/** The day of a time that a month begins or ends with. */
const dayOf = (at: string): string => at.slice(0, 10);

/** A span, and the time before which something has to happen to count. */
export interface LimitedSpan extends TimeSpan {
  limit: string;
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

/**
 * The row of each query, in their order, read by one statement, which costs PostgreSQL and the process more than the rows of a month. A union,
 * because rows that are joined with the months, or grouped by them, would have to be sorted.
 */
async function rowOfEach<T>(queries: readonly SelectQueryBuilder<Tables, keyof Tables, T>[]): Promise<T[]> {
  const placed = queries.map((query, place) => query.select(sql.lit(place).as('place')));
  const [first, ...others] = placed;
  const rows = first ? await first.unionAll(others).execute() : [];
  return rows.toSorted((a, b) => a.place - b.place);
}

/** Literal, as in the conditions of the indexes; a parameter could be any value. */
const NOTHING = sql.lit(0);

/** Payments count, and those that are corrected do not: the correction subtracts one in its own month. */
const PAYMENTS = sql<number>`sum(case when kind = 'payment' then 1 when kind = 'correction' and change < 0 then -1 else 0 end)`;

const paymentsIn = (db: Db, { from, until }: TimeSpan) =>
  db
    .selectFrom('income')
    .select(({ fn }) => [
      PAYMENTS.as('payments'),
      fn.sum<number>('dollars').filterWhere('tariff', '=', 'family').as('family'),
      fn.sum<number>('dollars').filterWhere('tariff', '=', 'business').as('business'),
    ])
    .where('paid_on', '>=', dayOf(from))
    .where('paid_on', '<', dayOf(until));

const registeredIn = (db: Db, { from, until, limit }: LimitedSpan) =>
  db
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll<number>().as('of'), countBefore('first_paid_at', limit)])
    .where('created_at', '>=', from)
    .where('created_at', '<', until);

const endedIn = (db: Db, { from, until, limit }: LimitedSpan) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('of'), countBefore('continued_at', limit)])
    .where('tariff_end_date', '>=', from)
    .where('tariff_end_date', '<', until)
    .where('amount_due', '>', NOTHING);

/** Each query reads ranges of one index alone, and is short: SQLite blocks the process while it runs. */
export const revenueRepo = (db: Db) => ({
  async countUsers(): Promise<number> {
    return countFound(db, db.selectFrom('users').select('id'));
  },
  /** Payments, refunds and corrections of each of the spans, which begin and end with a day. */
  async sumPaid(spans: readonly TimeSpan[]): Promise<PaidSum[]> {
    return (await rowOfEach(spans.map((span) => paymentsIn(db, span)))).map(numbersOf);
  },
  /** The sums of the months of a span by currency. */
  async sumCurrencies({ from, until }: TimeSpan): Promise<MonthSum[]> {
    const month = sql<string>`substr(paid_on, 1, 7)`;
    const rows = await db
      .selectFrom('income')
      .select([month.as('month'), 'currency', sql<number>`sum(change)`.as('cents')])
      .where('paid_on', '>=', dayOf(from))
      .where('paid_on', '<', dayOf(until))
      .groupBy([month, 'currency'])
      .orderBy('month')
      .orderBy('currency')
      .execute();
    return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
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
  /** Paid periods in force of that tariff that have begun and end in the span. */
  async sumInForce(tariff: PaidTariff, { from, until }: TimeSpan, now: string): Promise<PeriodSum> {
    const row = await db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('number'), sql<number>`sum(amount_due / payment_months)`.as('cents')])
      .where('is_in_force', '=', sql.lit(1))
      // The account of the order may have been deleted.
      .where('user_id', 'is not', null)
      .where('tariff_change', '=', tariff)
      .where('tariff_start_date', '<=', now)
      .where('tariff_end_date', '>', from)
      .where('tariff_end_date', '<=', until)
      .where('amount_due', '>', NOTHING)
      .executeTakeFirstOrThrow();
    return numbersOf(row);
  },
  /** Users registered in each of the spans, and those of them whose first payment was confirmed before its limit. */
  async countRegistered(spans: readonly LimitedSpan[]): Promise<Share[]> {
    return (await rowOfEach(spans.map((span) => registeredIn(db, span)))).map(numbersOf);
  },
  /** Paid periods that ended in each of the spans, and those of them that were continued before its limit. */
  async countEnded(spans: readonly LimitedSpan[]): Promise<Share[]> {
    return (await rowOfEach(spans.map((span) => endedIn(db, span)))).map(numbersOf);
  },
});

export type RevenueRepo = ReturnType<typeof revenueRepo>;
