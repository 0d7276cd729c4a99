import { type AliasableExpression, type SqlBool, sql } from 'kysely';
import type { Db } from './store.ts';

/** Which page of a list is asked for, counted from 1. */
export interface PageQuery {
  page: number;
  pageSize: number;
}

/**
 * Rows of a list, newest first. `offset` is counted from the nearer end (from the oldest row if `isFromEnd`), so at most half of the
 * list is skipped.
 */
export interface Slice {
  offset: number;
  limit: number;
  isFromEnd: boolean;
}

/** The slice of a page in a list of `total` rows; undefined beyond the last page. */
export const sliceOf = (page: PageQuery, total: number): Slice | undefined => slicesOf(page, [total])[0];

/** The slices of a page that continues through several lists; undefined for a list that the page has no rows of. */
export function slicesOf({ page, pageSize }: PageQuery, totals: readonly number[]): (Slice | undefined)[] {
  const start = (page - 1) * pageSize;
  let rowsBefore = 0;
  return totals.map((total) => {
    const before = Math.max(start - rowsBefore, 0);
    const limit = Math.min(start + pageSize - rowsBefore, total) - before;
    rowsBefore += total;
    if (limit <= 0) return undefined;
    const after = total - before - limit;
    return after < before ? { offset: after, limit, isFromEnd: true } : { offset: before, limit, isFromEnd: false };
  });
}

/** Subquery for the ids of a page, read from an index alone; complete rows and joins are then read for these ids only. */
export function idsOf(db: Db, found: AliasableExpression<{ id: number }>, { offset, limit, isFromEnd }: Slice) {
  return db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.id', isFromEnd ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');
}

/** Number of rows that a query returns. */
export async function countFound(db: Db, found: AliasableExpression<{ id: number }>): Promise<number> {
  const { count } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The highest code point: `prefix + LAST` sorts after every text that begins with `prefix`. */
const LAST = '\u{10ffff}';

/** The end (excluded) of the range of texts that begin with `prefix`. */
export const endOfPrefix = (prefix: string): string => prefix + LAST;

/** Prefix condition as a range, which can use an index: text columns are compared bytewise on both databases. */
export const beginsWith = (column: string, prefix: string) =>
  sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${endOfPrefix(prefix)})`;

/**
 * The id of a row found by `beginsWith`. The addition keeps the planner from scanning the primary key from the newest row until
 * enough rows match: fast if many rows match, but a scan of the whole table if few do.
 */
export const idOfRange = (column: string) => sql<number>`${sql.ref(column)} + 0`.as('id');
