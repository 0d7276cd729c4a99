import { beginsWith } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Attempts } from './attempts.rules.ts';

export const attemptsRepo = (db: Db) => ({
  async find(subject: string): Promise<Attempts | undefined> {
    return db.selectFrom('attempts').select(['failures', 'locked_until', 'failed_at']).where('subject', '=', subject).executeTakeFirst();
  },
  /** Makes the row when there is none, and holds it until the transaction ends: tries for one subject come one after the other. */
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
  /** Leaves no trace of a subject that was only looked at. */
  async deleteUntouched(subject: string): Promise<void> {
    await db.deleteFrom('attempts').where('subject', '=', subject).where('failures', '=', 0).execute();
  },
  async delete(subject: string): Promise<void> {
    await db.deleteFrom('attempts').where('subject', '=', subject).execute();
  },
  /** Every subject that begins with `start`. */
  async deleteBeginning(start: string): Promise<void> {
    await db.deleteFrom('attempts').where(beginsWith('subject', start)).execute();
  },
});

export type AttemptsRepo = ReturnType<typeof attemptsRepo>;
