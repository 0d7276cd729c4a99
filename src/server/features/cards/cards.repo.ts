import type { Db } from '../../db/store.ts';

export const cardsRepo = (db: Db) => ({
  /** False for a payment that was told before. */
  async insertEvent(id: string, at: string): Promise<boolean> {
    const rows = await db
      .insertInto('card_events')
      .values({ id, received_at: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    return rows.length > 0;
  },
});

export type CardsRepo = ReturnType<typeof cardsRepo>;
