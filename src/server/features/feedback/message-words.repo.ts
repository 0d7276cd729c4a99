import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { SearchedTexts } from './message-words.rules.ts';

/** The words of contact messages, for the search. */
export const messageWordsRepo = (db: Db) => ({
  async insert(feedbackId: number, words: readonly string[]): Promise<void> {
    await db
      .insertInto('feedback_words')
      .values(words.map((word) => ({ feedback_id: feedbackId, word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  /** Messages of an earlier release, whose words are not stored. */
  async listUnindexed(limit: number): Promise<(SearchedTexts & { id: number })[]> {
    return db
      .selectFrom('feedback')
      .select(['id', 'first_name', 'last_name', 'email', 'text'])
      .where('id', '>', 0)
      .where(sql<boolean>`is_indexed = 0`)
      .orderBy('id')
      .limit(limit)
      .execute();
  },
  /** False if the message was deleted in the meantime. */
  async markIndexed(feedbackId: number): Promise<boolean> {
    const rows = await db.updateTable('feedback').set({ is_indexed: 1 }).where('id', '=', feedbackId).returning('id').execute();
    return rows.length > 0;
  },
});

export type MessageWordsRepo = ReturnType<typeof messageWordsRepo>;
