import type { Db } from '../../db/store.ts';

/** How many rows of a table go at a time. */
export const BATCH = 500;

/** What has served its time; each gives how many rows went. */
export const sweepRepo = (db: Db) => ({
  async deleteSessions(usedBefore: string): Promise<number> {
    const old = db.selectFrom('sessions').select('token_hash').where('last_used_at', '<', usedBefore).limit(BATCH);
    return (await db.deleteFrom('sessions').where('token_hash', 'in', old).returning('token_hash').execute()).length;
  },
  async deleteAdminSessions(usedBefore: string): Promise<number> {
    const old = db.selectFrom('admin_sessions').select('token_hash').where('last_used_at', '<', usedBefore).limit(BATCH);
    return (await db.deleteFrom('admin_sessions').where('token_hash', 'in', old).returning('token_hash').execute()).length;
  },
  async deleteCodes(expiredBefore: string): Promise<number> {
    return (await db.deleteFrom('codes').where('expires_at', '<', expiredBefore).returning('email').execute()).length;
  },
  /** Failed tries that nothing follows from any more; a lock that still holds stays. */
  async deleteAttempts(failedBefore: string, now: string): Promise<number> {
    const rows = await db
      .deleteFrom('attempts')
      .where('failed_at', '<', failedBefore)
      .where(({ eb, or }) => or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
      .returning('subject')
      .execute();
    return rows.length;
  },
  /** Limits that nothing is left of. */
  async deleteRates(now: string): Promise<number> {
    const old = db.selectFrom('rates').select('subject').where('full_at', '<', now).limit(BATCH);
    return (await db.deleteFrom('rates').where('subject', 'in', old).returning('subject').execute()).length;
  },
  async deleteIdempotency(createdBefore: string): Promise<number> {
    return (await db.deleteFrom('idempotency').where('created_at', '<', createdBefore).returning('key').execute()).length;
  },
  /** Those that wait for delivery stay. */
  async deleteMails(createdBefore: string): Promise<number> {
    const old = db.selectFrom('mails').select('id').where('created_at', '<', createdBefore).where('next_try_at', 'is', null).limit(BATCH);
    return (await db.deleteFrom('mails').where('id', 'in', old).returning('id').execute()).length;
  },
  async deleteCardEvents(receivedBefore: string): Promise<number> {
    return (await db.deleteFrom('card_events').where('received_at', '<', receivedBefore).returning('id').execute()).length;
  },
});

export type SweepRepo = ReturnType<typeof sweepRepo>;
