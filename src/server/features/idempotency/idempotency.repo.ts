import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/store.ts';

/** What creates made for which Idempotency-Key. Without a key there is nothing to remember. */
export const idempotencyRepo = (db: Db) => ({
  /** The id that was made for the key; 400 when the key was used for something else. */
  async find(userId: number, key: string | undefined, kind: string): Promise<number | undefined> {
    if (key === undefined) return undefined;
    const row = await db.selectFrom('idempotency').select(['kind', 'made_id']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
    if (row && row.kind !== kind) throw new AppError('api.idempotencyKey');
    return row?.made_id;
  },
  /** False when a parallel request was first. */
  async insert(userId: number, key: string | undefined, kind: string, madeId: number, at: string): Promise<boolean> {
    if (key === undefined) return true;
    const rows = await db
      .insertInto('idempotency')
      .values({ user_id: userId, key, kind, made_id: madeId, created_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .execute();
    return rows.length > 0;
  },
});

export type IdempotencyRepo = ReturnType<typeof idempotencyRepo>;
