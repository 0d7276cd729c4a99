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
  async insertCheckout(id: string, orderCode: string, expiresAt: string): Promise<void> {
    await db
      .insertInto('card_checkouts')
      .values({ id, order_code: orderCode, expires_at: expiresAt, closed_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
  /** Unexpired checkouts of an order: the ids of those that may be open, and the number of closed ones. */
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
});

export type CardsRepo = ReturnType<typeof cardsRepo>;
