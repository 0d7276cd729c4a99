import type { Db } from '../../db/store.ts';

/** The words of contact messages, for the search. */
export const messageWordsRepo = (db: Db) => ({
  async insert(feedbackId: number, words: readonly string[]): Promise<void> {
    await db
      .insertInto('feedback_words')
      .values(words.map((word) => ({ feedback_id: feedbackId, word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});

export type MessageWordsRepo = ReturnType<typeof messageWordsRepo>;
