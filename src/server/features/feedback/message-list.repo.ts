import { sql } from 'kysely';
import type { MessageFilter } from '#contract/messages.ts';
import { beginsWith, countOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';

export interface MessageQuery {
  status: MessageFilter;
  /** Beginnings of words, as stored; a message has to contain all of them. The first one is the rarest. */
  terms: readonly string[];
  /** Every term is too frequent to collect its messages: only the first SEARCHED_MAX of the list are compared. */
  isBroad: boolean;
}

export interface ListedMessageRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  is_priority: 0 | 1;
  status: 'waiting' | 'answered';
  created_at: string;
  excerpt: string;
}

/** Characters of the text that the list contains. */
const EXCERPT = 200;
/** 1 for unanswered messages with priority. The same expression as in the indexes (0016_messages.ts). */
const RANK = sql<number>`(case when status = 'waiting' then is_priority else 0 end)`;

/** A single character is a whole word: the words that begin with it could be nearly all. */
const matches = (column: string, term: string) => (term.length > 1 ? beginsWith(column, term) : sql<boolean>`${sql.ref(column)} = ${term}`);

/** Entries of the index of words, or messages, that one search compares; it takes about 20 ms. */
export const SEARCHED_MAX = 5_000;

/** Queries for the administrator's list. Each reads a bounded part of an index, whatever the filter. */
export function messageListRepo(db: Db) {
  const contains = (term: string) =>
    sql<boolean>`exists (select 1 from feedback_words as w where w.feedback_id = feedback.id and ${matches('w.word', term)})`;

  const all = (status: MessageFilter) => {
    const messages = db.selectFrom('feedback');
    return status === 'all' ? messages.where(RANK, '>=', 0) : messages.where('status', '=', status);
  };
  const firstOf = (status: MessageFilter) =>
    all(status).select('id').orderBy(RANK, 'desc').orderBy('id', 'desc').limit(SEARCHED_MAX).as('first');

  function found({ status, terms: [rarest, ...others], isBroad }: MessageQuery) {
    if (rarest === undefined) return all(status);
    const candidates = isBroad
      ? db.selectFrom(firstOf(status)).select('first.id')
      : db.selectFrom('feedback_words as words').select('words.feedback_id as id').where(matches('words.word', rarest));
    const messages = db.selectFrom('feedback').where('id', 'in', candidates);
    // The concatenation keeps the planner from reading all messages of a status instead of the candidates.
    const filtered = status === 'all' ? messages : messages.where(sql<string>`status || ''`, '=', status);
    return (isBroad ? [rarest, ...others] : others).reduce((query, term) => query.where(contains(term)), filtered);
  }

  return {
    /** Entries of the index of words that match the term, at most one more than SEARCHED_MAX. */
    async countMatches(term: string): Promise<number> {
      const some = db
        .selectFrom('feedback_words')
        .select('feedback_id')
        .where(matches('word', term))
        .limit(SEARCHED_MAX + 1);
      const { count } = await db
        .selectFrom(some.as('found'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async count(query: MessageQuery): Promise<number> {
      const { status, terms } = query;
      if (terms.length === 0) return countOf(db, status === 'all' ? ['feedback.waiting', 'feedback.answered'] : [`feedback.${status}`]);
      const { count } = await found(query)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    /** Unanswered messages with priority first, then newest first. */
    async list(query: MessageQuery, { offset, limit, isFromEnd }: Slice): Promise<ListedMessageRow[]> {
      const order = isFromEnd ? 'asc' : 'desc';
      const page = found(query).select('id').orderBy(RANK, order).orderBy('id', order).limit(limit).offset(offset).as('page');
      return db
        .selectFrom(page)
        .innerJoin('feedback', 'feedback.id', 'page.id')
        .select(['feedback.id', 'first_name', 'last_name', 'email', 'is_priority', 'status', 'created_at'])
        .select(sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
        .orderBy(RANK, 'desc')
        .orderBy('feedback.id', 'desc')
        .execute();
    },
  };
}

export type MessageListRepo = ReturnType<typeof messageListRepo>;
