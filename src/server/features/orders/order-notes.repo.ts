import type { Db } from '../../db/store.ts';

/** Internal notes of orders. */
export const orderNotesRepo = (db: Db) => ({
  /** Locks the order until the transaction ends; undefined for an unknown code. */
  async lock(code: string): Promise<{ id: number; userId: number | null; note: string } | undefined> {
    const query = db.selectFrom('orders').select(['id', 'user_id as userId', 'note']);
    return query.where('code', '=', code).forNoKeyUpdate().executeTakeFirst();
  },
  async update(id: number, note: string): Promise<void> {
    await db.updateTable('orders').set({ note }).where('id', '=', id).execute();
  },
});

export type OrderNotesRepo = ReturnType<typeof orderNotesRepo>;
