import { type RawBuilder, sql } from 'kysely';
import { beginsWith } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';

/** Neither a pattern nor a function that only one of the databases has: removing the term changes a text that contains it. */
const contains = (text: RawBuilder<string | null>, term: string) => sql<boolean>`replace(${text}, ${term}, '') <> ${text}`;

/** Queries of the search for users. Each reads a bounded part of an index. */
export const userSearchRepo = (db: Db) => ({
  /** Pieces that begin that way, at most `limit`. */
  async countPieces(beginning: string, limit: number): Promise<number> {
    const some = db.selectFrom('user_pieces').select('user_id').where(beginsWith('piece', beginning)).limit(limit).as('found');
    const { count } = await db
      .selectFrom(some)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  /** Users with a piece that begins that way and with all terms in their text, newest first. */
  async listIds(beginning: string, terms: readonly string[]): Promise<number[]> {
    const candidates = db
      .selectFrom('user_pieces')
      .select('user_id as id')
      .distinct()
      .where(beginsWith('piece', beginning))
      .as('candidate');
    // A scalar subquery, because planners turn a join into a scan of all users.
    const text = sql<string | null>`(select search_text from users where users.id = candidate.id)`;
    let found = db.selectFrom(candidates).select('candidate.id');
    for (const term of terms) found = found.where(contains(text, term));
    const rows = await found.orderBy('candidate.id', 'desc').execute();
    return rows.map(({ id }) => id);
  },
  /** Of the newest users, those with all terms in their text, newest first. */
  async listNewestIds(terms: readonly string[], among: number): Promise<number[]> {
    const newest = db.selectFrom('users').select(['id', 'search_text']).where('id', '>', 0).orderBy('id', 'desc').limit(among).as('newest');
    let found = db.selectFrom(newest).select('newest.id');
    for (const term of terms) found = found.where(contains(sql.ref('newest.search_text'), term));
    const rows = await found.orderBy('newest.id', 'desc').execute();
    return rows.map(({ id }) => id);
  },
});

export type UserSearchRepo = ReturnType<typeof userSearchRepo>;
