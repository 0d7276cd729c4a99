import { type RawBuilder, sql } from 'kysely';
import type { MessageFilter } from '#contract/messages.ts';
import { beginsWith, countFound, type Slice } from '../../db/paging.ts';
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
/** 1 for unanswered messages with priority. The same expression as in the indexes (migrations/0001/mails.ts). */
const RANK = sql<number>`(case when status = 'waiting' then is_priority else 0 end)`;

/** A single character is a whole word: the words that begin with it could be nearly all. */
const matches = (column: string, term: string) => (term.length > 1 ? beginsWith(column, term) : sql<boolean>`${sql.ref(column)} = ${term}`);

/** Entries of the index of words, or messages, that one search compares; it takes about 20 ms. */
export const SEARCHED_MAX = 5_000;

/**
 * Queries for the administrator's list. Each reads a bounded part of an index, whatever the filter. Conditions on candidates are scalar
 * subqueries, because planners turn EXISTS and joins into scans of all messages.
 */
export function messageListRepo(db: Db) {
  const all = (status: MessageFilter) => {
    const messages = db.selectFrom('feedback').select(['id', RANK.as('rank')]);
    return status === 'all' ? messages.where(RANK, '>=', 0) : messages.where('status', '=', status);
  };

  /** The messages that contain the rarest term, with the status of the filter. */
  function containing(status: MessageFilter, term: string) {
    const candidates = db
      .selectFrom('feedback_words as words')
      .select('words.feedback_id as id')
      .distinct()
      .where(matches('words.word', term))
      .as('candidate');
    const read = <T>(column: RawBuilder<T>) => sql<T>`(select ${column} from feedback where feedback.id = candidate.id)`;
    const messages = db.selectFrom(candidates).select(['candidate.id', read(RANK).as('rank')]);
    return status === 'all' ? messages : messages.where(read(sql<string>`status`), '=', status);
  }

  /** Ids and ranks of the messages that match. */
  function found({ status, terms: [rarest, ...others], isBroad }: MessageQuery) {
    if (rarest === undefined) return db.selectFrom(all(status).as('found')).select(['found.id', 'found.rank']);
    const first = all(status).orderBy(RANK, 'desc').orderBy('id', 'desc').limit(SEARCHED_MAX);
    const candidates = db.selectFrom((isBroad ? first : containing(status, rarest)).as('found')).select(['found.id', 'found.rank']);
    return (isBroad ? [rarest, ...others] : others).reduce((query, term) => {
      const words = db.selectFrom('feedback_words as w').select(sql.lit(1).as('one')).whereRef('w.feedback_id', '=', sql.ref('found.id'));
      return query.where(words.where(matches('w.word', term)).limit(1), '=', 1);
    }, candidates);
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
      return countFound(db, found(query));
    },
    /** Unanswered messages with priority first, then newest first. */
    async list(query: MessageQuery, { offset, limit, isFromEnd }: Slice): Promise<ListedMessageRow[]> {
      const order = isFromEnd ? 'asc' : 'desc';
      const page = found(query).orderBy('found.rank', order).orderBy('found.id', order).limit(limit).offset(offset).as('page');
      return db
        .selectFrom(page)
        .innerJoin('feedback', 'feedback.id', 'page.id')
        .select(['feedback.id', 'first_name', 'last_name', 'email', 'is_priority', 'status', 'created_at'])
        .select(sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
        .orderBy('page.rank', 'desc')
        .orderBy('feedback.id', 'desc')
        .execute();
    },
  };
}

export type MessageListRepo = ReturnType<typeof messageListRepo>;
