import type { Db } from '../../db/store.ts';

/** Maximum number of rows that one statement deletes. */
export const BATCH = 500;
/** The same for contact messages, each of which has many words. */
export const MESSAGES_BATCH = 50;

const adminRows = (db: Db) => ({
  async deleteAdminSessions(usedBefore: string): Promise<number> {
    const old = db.selectFrom('admin_sessions').select('token_hash').where('last_used_at', '<', usedBefore).limit(BATCH);
    return (await db.deleteFrom('admin_sessions').where('token_hash', 'in', old).returning('token_hash').execute()).length;
  },
  async deleteInvitations(expiredBefore: string): Promise<number> {
    const old = db.selectFrom('admin_invitations').select('id').where('expires_at', '<', expiredBefore).limit(BATCH);
    const rows = await db
      .deleteFrom('admin_invitations')
      .where('id', 'in', old)
      .where('expires_at', '<', expiredBefore)
      .returning('id')
      .execute();
    return rows.length;
  },
});

/**
 * Deletes expired rows, at most BATCH per call; each function returns their number. If a concurrent request can renew a row, the
 * condition is repeated outside the subquery: PostgreSQL evaluates only that one again after it has waited for the row lock.
 */
export const sweepRepo = (db: Db) => ({
  async deleteSessions(usedBefore: string): Promise<number> {
    const old = db.selectFrom('sessions').select('token_hash').where('last_used_at', '<', usedBefore).limit(BATCH);
    return (await db.deleteFrom('sessions').where('token_hash', 'in', old).returning('token_hash').execute()).length;
  },
  ...adminRows(db),
  async deleteCodes(expiredBefore: string): Promise<number> {
    const old = db.selectFrom('codes').select(['email', 'purpose']).where('expires_at', '<', expiredBefore).limit(BATCH);
    const rows = await db
      .deleteFrom('codes')
      .where(({ eb, refTuple }) => eb(refTuple('email', 'purpose'), 'in', old.$asTuple('email', 'purpose')))
      .where('expires_at', '<', expiredBefore)
      .returning('email')
      .execute();
    return rows.length;
  },
  /** Deletes failed attempts without a current lock. */
  async deleteAttempts(failedBefore: string, now: string): Promise<number> {
    const old = db
      .selectFrom('attempts')
      .select('subject')
      .where('failed_at', '<', failedBefore)
      .where(({ eb, or }) => or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
      .limit(BATCH);
    const rows = await db
      .deleteFrom('attempts')
      .where('subject', 'in', old)
      .where('failed_at', '<', failedBefore)
      .returning('subject')
      .execute();
    return rows.length;
  },
  /** Deletes token buckets that are full again. */
  async deleteRates(now: string): Promise<number> {
    const old = db.selectFrom('buckets').select('subject').where('full_at', '<', now).limit(BATCH);
    return (await db.deleteFrom('buckets').where('subject', 'in', old).where('full_at', '<', now).returning('subject').execute()).length;
  },
  async deleteIdempotency(createdBefore: string): Promise<number> {
    const old = db.selectFrom('idempotency').select(['user_id', 'key']).where('created_at', '<', createdBefore).limit(BATCH);
    const rows = await db
      .deleteFrom('idempotency')
      .where(({ eb, refTuple }) => eb(refTuple('user_id', 'key'), 'in', old.$asTuple('user_id', 'key')))
      .returning('key')
      .execute();
    return rows.length;
  },
  /** Keeps emails that wait for delivery, and those of replies, which contain the state of the reply and are deleted with it. */
  async deleteMails(createdBefore: string): Promise<number> {
    const old = db
      .selectFrom('mails')
      .select('id')
      .where('created_at', '<', createdBefore)
      .where('next_try_at', 'is', null)
      .where('reply_id', 'is', null)
      .limit(BATCH);
    return (await db.deleteFrom('mails').where('id', 'in', old).returning('id').execute()).length;
  },
  /** Deletes answered contact messages with their words, replies and emails, at most MESSAGES_BATCH. */
  async deleteMessages(answeredBefore: string): Promise<number> {
    const old = db.selectFrom('feedback').select('id').where('answered_at', '<', answeredBefore).limit(MESSAGES_BATCH);
    return (await db.deleteFrom('feedback').where('id', 'in', old).where('answered_at', '<', answeredBefore).returning('id').execute())
      .length;
  },
  async deleteCardEvents(receivedBefore: string): Promise<number> {
    const old = db.selectFrom('card_events').select('id').where('received_at', '<', receivedBefore).limit(BATCH);
    return (await db.deleteFrom('card_events').where('id', 'in', old).returning('id').execute()).length;
  },
  async deleteCardCheckouts(expiredBefore: string): Promise<number> {
    const old = db.selectFrom('card_checkouts').select('id').where('expires_at', '<', expiredBefore).limit(BATCH);
    return (await db.deleteFrom('card_checkouts').where('id', 'in', old).returning('id').execute()).length;
  },
});

export type SweepRepo = ReturnType<typeof sweepRepo>;
