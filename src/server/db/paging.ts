import { type AliasableExpression, type SqlBool, sql } from 'kysely';
import type { Db } from './store.ts';

/** A page of a list, counted from 1. */
export interface Page {
  page: number;
  pageSize: number;
}

/** Rows of a list, newest first, counted from its nearer end: what lies before them is at most half the list. */
export interface Slice {
  offset: number;
  limit: number;
  isFromEnd: boolean;
}

/** Where a page of that list lies; none beyond its end. */
export function sliceOf({ page, pageSize }: Page, total: number): Slice | undefined {
  const before = (page - 1) * pageSize;
  const limit = Math.min(pageSize, total - before);
  if (limit <= 0) return undefined;
  const after = total - before - limit;
  return after < before ? { offset: after, limit, isFromEnd: true } : { offset: before, limit, isFromEnd: false };
}

/** Ids of the rows of a page, by index alone: the rows themselves, and what is joined to them, are read for these only. */
export function idsOf(db: Db, found: AliasableExpression<{ id: number }>, { offset, limit, isFromEnd }: Slice) {
  return db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.id', isFromEnd ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');
}

/** How many there are, without reading them: of these names (counting.ts) together. */
export async function countOf(db: Db, names: readonly string[]): Promise<number> {
  const { total } = await db
    .selectFrom('counts')
    .select(({ fn }) => fn.sum<number>('value').as('total'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return total;
}

/** How many were found. */
export async function countFound(db: Db, found: AliasableExpression<{ id: number }>): Promise<number> {
  const { count } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sorts after every text that begins with the one before it. */
const LAST = '\u{10ffff}';

/** Whether a text begins so, as a range, which an index answers: its column is compared byte by byte on both databases. */
export const beginsWith = (column: string, prefix: string) =>
  sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + LAST})`;

/**
 * The id of a row that is found by its beginning. Being a sum it is not the key's own order, in which a planner would else read
 * everything from the newest on until enough rows fit: quick where many do, and the whole table where few.
 */
export const idOfRange = (column: string) => sql<number>`${sql.ref(column)} + 0`.as('id');
