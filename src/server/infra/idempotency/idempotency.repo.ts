import { sql } from 'kysely';
import type { UserId } from '../../authorized.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';

export interface CreatedItem {
  /** The table of the item. */
  kind: string;
  createdId: number;
  requestHash: string;
}

/** Created items by user and Idempotency-Key. */
export const idempotencyRepo = (db: Db) => ({
  async find(userId: UserId, key: string): Promise<Omit<CreatedItem, 'kind'> | undefined> {
    return db
      .selectFrom('idempotency')
      .select(['created_id as createdId', 'request_hash as requestHash'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
  },
  /** False if a concurrent request has already stored the key. */
  async insert(userId: UserId, key: string, created: CreatedItem, at: string): Promise<boolean> {
    const rows = await db
      .insertInto('idempotency')
      .values({
        user_id: userId,
        key,
        kind: created.kind,
        created_id: created.createdId,
        request_hash: created.requestHash,
        created_at: at,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .execute();
    return rows.length > 0;
  },
  deleteExpired: (createdBefore: string): Promise<boolean> =>
    deleteExpired(db, 'idempotency', ['user_id', 'key'], sql`created_at < ${createdBefore}`),
});

export type IdempotencyRepo = ReturnType<typeof idempotencyRepo>;
