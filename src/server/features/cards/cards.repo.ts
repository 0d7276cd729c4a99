import { sql } from 'kysely';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';

export const cardsRepo = (db: Db) => ({
  /** Records a payment; false if it has been recorded before. */
  async insertEvent(id: string, at: string): Promise<boolean> {
    const rows = await db
      .insertInto('card_events')
      .values({ id, received_at: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    return rows.length > 0;
  },
  async insertCheckout(id: string, orderCode: string, expiresAt: string): Promise<void> {
    await db
      .insertInto('card_checkouts')
      .values({ id, order_code: orderCode, expires_at: expiresAt, closed_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
  /** The unexpired checkouts of an order: ids of those that may be open, and the number of closed ones. `now` is ISO 8601. */
  async listCheckouts(orderCode: string, now: string): Promise<{ open: string[]; closed: number }> {
    const rows = await db
      .selectFrom('card_checkouts')
      .select(['id', 'closed_at'])
      .where('order_code', '=', orderCode)
      .where('expires_at', '>', now)
      .execute();
    const open = rows.filter((row) => row.closed_at === null).map(({ id }) => id);
    return { open, closed: rows.length - open.length };
  },
  async markCheckoutClosed(id: string, at: string): Promise<void> {
    await db.updateTable('card_checkouts').set({ closed_at: at }).where('id', '=', id).execute();
  },
  deleteExpiredEvents: (receivedBefore: string): Promise<boolean> =>
    deleteExpired(db, 'card_events', ['id'], sql`received_at < ${receivedBefore}`),
  deleteExpiredCheckouts: (expiredBefore: string): Promise<boolean> =>
    deleteExpired(db, 'card_checkouts', ['id'], sql`expires_at < ${expiredBefore}`),
});

export type CardsRepo = ReturnType<typeof cardsRepo>;
