import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

/** Created items by user and Idempotency-Key. */
export const idempotencyRepo = (db: Db) => ({
  async find(userId: UserId, key: string): Promise<{ kind: string; createdId: number } | undefined> {
    return db
      .selectFrom('idempotency')
      .select(['kind', 'made_id as createdId'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
  },
  /** False if a concurrent request has already stored the key. */
  async insert(userId: UserId, key: string, created: { kind: string; createdId: number }, at: string): Promise<boolean> {
    const rows = await db
      .insertInto('idempotency')
      .values({ user_id: userId, key, kind: created.kind, made_id: created.createdId, created_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .execute();
    return rows.length > 0;
  },
});

export type IdempotencyRepo = ReturnType<typeof idempotencyRepo>;
