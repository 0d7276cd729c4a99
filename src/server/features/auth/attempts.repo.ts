import { sql } from 'kysely';
import { deleteExpired } from '../../db/expired.ts';
import { beginsWith } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Attempts } from './attempts.rules.ts';

export const attemptsRepo = (db: Db) => ({
  async find(subject: string): Promise<Attempts | undefined> {
    return db.selectFrom('attempts').select(['failures', 'locked_until', 'failed_at']).where('subject', '=', subject).executeTakeFirst();
  },
  /** Creates the row if missing and locks it until the transaction ends, which serializes the attempts for one subject. */
  async lock(subject: string): Promise<Attempts> {
    return db
      .insertInto('attempts')
      .values({ subject, failures: 0, locked_until: null, failed_at: '' })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(({ ref }) => ({ failures: ref('attempts.failures') })))
      .returning(['failures', 'locked_until', 'failed_at'])
      .executeTakeFirstOrThrow();
  },
  async update(subject: string, attempts: Attempts): Promise<void> {
    await db.updateTable('attempts').set(attempts).where('subject', '=', subject).execute();
  },
  /** Deletes the row of a subject without failures, such as one that `lock` has just created. */
  async deleteUntouched(subject: string): Promise<void> {
    await db.deleteFrom('attempts').where('subject', '=', subject).where('failures', '=', 0).execute();
  },
  async delete(subject: string): Promise<void> {
    await db.deleteFrom('attempts').where('subject', '=', subject).execute();
  },
  /** Deletes all subjects with the prefix `start`. */
  async deleteByPrefix(start: string): Promise<void> {
    await db.deleteFrom('attempts').where(beginsWith('subject', start)).execute();
  },
  /** Deletes failed attempts without a current lock. */
  deleteExpired: (failedBefore: string, now: string): Promise<boolean> =>
    deleteExpired(db, 'attempts', ['subject'], sql`failed_at < ${failedBefore} and (locked_until is null or locked_until < ${now})`),
});

export type AttemptsRepo = ReturnType<typeof attemptsRepo>;
