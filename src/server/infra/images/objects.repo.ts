import type { Db } from '../../db/store.ts';

interface Claim {
  /** ISO 8601, like all times here. */
  now: string;
  /** When the objects are due again, should the process end before it has deleted them. */
  retryAt: string;
  limit: number;
}

/** Sorts after all times. */
const LATEST = '9999';

/** Objects of the store that are to be deleted. */
export const objectsRepo = (db: Db) => ({
  /** The object is deleted at that time, unless it is kept until then. */
  async insert(key: string, dueAt: string): Promise<void> {
    await db.insertInto('object_deletions').values({ object_key: key, due_at: dueAt, tries: 0 }).execute();
  },
  /** Postpones due deletions, which the caller now tries, and returns their keys. */
  async claimDue({ now, retryAt, limit }: Claim): Promise<string[]> {
    const due = db.selectFrom('object_deletions').select('object_key').where('due_at', '<=', now).orderBy('due_at').limit(limit);
    const rows = await db
      .updateTable('object_deletions')
      .set(({ eb }) => ({ due_at: retryAt, tries: eb('tries', '+', 1) }))
      .where('object_key', 'in', due)
      .where('due_at', '<=', now)
      .returning('object_key')
      .execute();
    return rows.map(({ object_key }) => object_key);
  },
  async delete(keys: readonly string[]): Promise<void> {
    await db.deleteFrom('object_deletions').where('object_key', 'in', keys).execute();
  },
  /** Whether objects are still to be deleted: those that are due until then (ISO 8601), or all. */
  async hasWaiting(dueUntil = LATEST): Promise<boolean> {
    return (
      (await db.selectFrom('object_deletions').select('object_key').where('due_at', '<=', dueUntil).limit(1).executeTakeFirst()) !==
      undefined
    );
  },
  /** Whether any image is in a store. */
  async hasImages(): Promise<boolean> {
    return (await db.selectFrom('images').select('id').where('object_key', '>', '').limit(1).executeTakeFirst()) !== undefined;
  },
});

export type ObjectsRepo = ReturnType<typeof objectsRepo>;
