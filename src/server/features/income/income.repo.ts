import { type Insertable, type SqlBool, sql } from 'kysely';
import type { IncomeKind } from '#contract/income.ts';
import type { Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** A record with the email of its user, and the id of the correction that withdraws it. */
export type IncomeRow = Omit<Tables['income'], 'id' | 'request_key' | 'request_hash' | 'statement_key' | 'search_text'> & {
  id: number;
  email: string | null;
  corrected_by: number | null;
};

/** Days are included. `text` and `userIds` are what a search finds: one of them has to match. */
export interface IncomeFilter {
  kind: IncomeKind | 'all';
  from: string;
  to: string;
  /** Excluded, ISO 8601. */
  bookedBefore: string | undefined;
  text: string | undefined;
  userIds: readonly number[];
}

/** Of one currency, in cents: what came in, what was given back, and their value by the tariffs. */
export interface CurrencySum {
  currency: string;
  count: number;
  received: number;
  refunded: number;
  dollars: number;
}

type SameRecord = Pick<Tables['income'], 'paid_on' | 'kind' | 'change' | 'currency' | 'search_text' | 'user_id'>;

/** The last record of the previous part of an export. */
export type IncomePlace = Pick<IncomeRow, 'paid_on' | 'id'>;

/** The table of the lock has one row. */
const SINGLETON_ID = 1;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const contains = (text: string) => sql<SqlBool>`income.search_text like ${`%${escaped(text)}%`} escape '\\'`;

/** A correction of a refund is money that was not given back. */
const IS_REFUND = sql<SqlBool>`(income.kind = 'refund' or (income.kind = 'correction' and income.change > 0))`;

const rowsOf = (db: Db) =>
  db
    .selectFrom('income')
    .leftJoin('users', 'users.id', 'income.user_id')
    .leftJoin('income as correction', 'correction.corrects', 'income.id')
    .select(['income.id', 'income.paid_on', 'income.booked_at', 'income.kind', 'income.source', 'income.change', 'income.currency'])
    .select(['income.dollars', 'income.tariff', 'income.order_code', 'income.user_id', 'income.payer', 'income.purpose', 'income.reason'])
    .select(['income.corrects', 'users.email', 'correction.id as corrected_by']);

function found(db: Db, { kind, from, to, bookedBefore, text, userIds }: IncomeFilter) {
  return db
    .selectFrom('income')
    .where('income.paid_on', '>=', from)
    .where('income.paid_on', '<=', to)
    .$if(kind !== 'all', (query) => query.where('income.kind', '=', kind as IncomeKind))
    .$if(bookedBefore !== undefined, (query) => query.where('income.booked_at', '<', bookedBefore as string))
    .$if(text !== undefined, (query) =>
      query.where(({ eb, or }) => or([contains(text as string), ...(userIds.length === 0 ? [] : [eb('income.user_id', 'in', userIds)])])),
    );
}

const books = (db: Db) => ({
  /** Until this transaction ends, no other one can record a payment. Always lock users and orders before (decision 81). */
  async lockBooks(): Promise<string> {
    const row = await db
      .selectFrom('income_books')
      .select('closed_until')
      .where('id', '=', SINGLETON_ID)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return row.closed_until;
  },
  /** The books have to be locked. */
  async closeBooks(until: string): Promise<void> {
    await db.updateTable('income_books').set({ closed_until: until }).where('id', '=', SINGLETON_ID).execute();
  },
});

const records = (db: Db) => ({
  async insert(row: Insertable<Tables['income']>): Promise<number> {
    const { id } = await db.insertInto('income').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  },
  async find(id: number): Promise<IncomeRow | undefined> {
    return rowsOf(db).where('income.id', '=', id).executeTakeFirst();
  },
  async findByKey(key: string): Promise<{ id: number; request_hash: string | null } | undefined> {
    return db.selectFrom('income').select(['id', 'request_hash']).where('request_key', '=', key).executeTakeFirst();
  },
  /** The last record of a line of a bank statement, which may be corrected. */
  async findByLine(statementKey: string): Promise<IncomeRow | undefined> {
    return rowsOf(db).where('income.statement_key', '=', statementKey).executeTakeFirst();
  },
  /** The line of a corrected record can be recorded again. The books have to be locked. */
  async releaseLine(id: number): Promise<void> {
    await db.updateTable('income').set({ statement_key: null }).where('id', '=', id).execute();
  },
  /** Ids of records of the day that are the same and not corrected. */
  async listSame(row: SameRecord): Promise<number[]> {
    const rows = await db
      .selectFrom('income')
      .leftJoin('income as correction', 'correction.corrects', 'income.id')
      .select('income.id')
      .where('income.paid_on', '=', row.paid_on)
      .where('income.kind', '=', row.kind)
      .where('income.change', '=', row.change)
      .where('income.currency', '=', row.currency)
      .where('income.search_text', '=', row.search_text)
      .where('income.user_id', 'is not distinct from', row.user_id)
      .where('correction.id', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  },
  /** The records of some orders, the oldest first. */
  async listByOrders(codes: readonly string[]): Promise<IncomeRow[]> {
    if (codes.length === 0) return [];
    return rowsOf(db).where('income.order_code', 'in', codes).orderBy('income.id').execute();
  },
  /** Cents of a currency that have come in for an order. */
  async sumOfOrder(code: string, currency: string): Promise<number> {
    const { sum } = await db
      .selectFrom('income')
      .select(sql<number>`coalesce(sum(income.change), 0)`.as('sum'))
      .where('income.order_code', '=', code)
      .where('income.currency', '=', currency)
      .executeTakeFirstOrThrow();
    return Number(sum);
  },
  /** The newest records of a user, of those before the one with the id `before`. */
  async listByUser(userId: number, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<IncomeRow[]> {
    return rowsOf(db)
      .where('income.user_id', '=', userId)
      .where('income.id', '<', before)
      .orderBy('income.id', 'desc')
      .limit(limit)
      .execute();
  },
});

export const incomeRepo = (db: Db) => ({
  ...books(db),
  ...records(db),
  /** Number and sums by currency. */
  async sum(filter: IncomeFilter): Promise<CurrencySum[]> {
    const rows = await found(db, filter)
      .select(({ fn }) => [
        'income.currency',
        fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(case when ${IS_REFUND} then 0 else income.change end), 0)`.as('received'),
        sql<number>`coalesce(sum(case when ${IS_REFUND} then -income.change else 0 end), 0)`.as('refunded'),
        sql<number>`coalesce(sum(income.dollars), 0)`.as('dollars'),
      ])
      .groupBy('income.currency')
      .orderBy('income.currency')
      .execute();
    return rows.map(({ currency, ...sums }) => ({
      currency,
      ...{ count: Number(sums.count), received: Number(sums.received), refunded: Number(sums.refunded), dollars: Number(sums.dollars) },
    }));
  },
  /** A page, newest first by day. */
  async list(filter: IncomeFilter, { offset, limit, isFromEnd }: Slice): Promise<IncomeRow[]> {
    const direction = isFromEnd ? 'asc' : 'desc';
    const page = found(db, filter)
      .select('income.id')
      .orderBy('income.paid_on', direction)
      .orderBy('income.id', direction)
      .limit(limit)
      .offset(offset);
    const rows = await rowsOf(db).innerJoin(page.as('page'), 'page.id', 'income.id').execute();
    return rows.sort((one, other) => (one.paid_on === other.paid_on ? other.id - one.id : one.paid_on < other.paid_on ? 1 : -1));
  },
  /** Records after `place`, oldest first by day. */
  async listOldest(filter: IncomeFilter, place: IncomePlace | undefined, limit: number): Promise<IncomeRow[]> {
    const { paid_on, id } = place ?? { paid_on: '', id: 0 };
    const page = found(db, filter)
      .select('income.id')
      .where(sql<SqlBool>`(income.paid_on, income.id) > (${paid_on}, ${id})`)
      .orderBy('income.paid_on')
      .orderBy('income.id')
      .limit(limit);
    const rows = await rowsOf(db).innerJoin(page.as('page'), 'page.id', 'income.id').execute();
    return rows.sort((one, other) => (one.paid_on === other.paid_on ? one.id - other.id : one.paid_on < other.paid_on ? -1 : 1));
  },
  /** Erases payer and purpose of records before that time, at most `limit`; true if none is left. */
  async eraseNames(bookedBefore: string, limit: number): Promise<boolean> {
    const rows = await db
      .updateTable('income')
      .set({ payer: null, purpose: null, search_text: sql<string>`lower(coalesce(order_code, ''))` })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('income')
          .select('id')
          .where('booked_at', '<', bookedBefore)
          .where(({ eb: or }) => or.or([or('payer', 'is not', null), or('purpose', 'is not', null)]))
          .limit(limit),
      )
      .returning('id')
      .execute();
    return rows.length < limit;
  },
});

export type IncomeRepo = ReturnType<typeof incomeRepo>;
