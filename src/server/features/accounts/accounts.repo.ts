import type { UserId } from '../../authorized.ts';
import { beginsWith } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import { userSubjects } from '../buckets/buckets.rules.ts';

export const accountsRepo = (db: Db) => ({
  /**
   * Deletes a user with all their data, and returns the codes of deleted orders. `subjects` are the user's keys in the table `attempts`.
   * - By cascade: sessions, records, notes, idempotency keys, the pieces of the search, and contact messages with words, replies and emails.
   * - Image ids come from the statement that deletes the vehicles, so none is missed.
   */
  async delete(userId: UserId, email: string, subjects: readonly string[]): Promise<string[]> {
    await db.deleteFrom('attempts').where('subject', 'in', subjects).execute();
    await db
      .deleteFrom('buckets')
      .where(beginsWith('subject', userSubjects(userId)))
      .execute();
    await db.deleteFrom('codes').where('email', '=', email).execute();
    // Messages sent while logged in are deleted by cascade with the user; each deletes its queued email by cascade.
    await db.deleteFrom('feedback').where('email', '=', email).execute();
    // Paid orders are kept for accounting, without the user and the note; unpaid ones are deleted.
    const unpaid = await db
      .deleteFrom('orders')
      .where('user_id', '=', userId)
      .where('status', '=', 'processing')
      .returning('code')
      .execute();
    await db.updateTable('orders').set({ note: '' }).where('user_id', '=', userId).execute();
    const vehicles = await db.deleteFrom('vehicles').where('user_id', '=', userId).returning('image_id').execute();
    const users = await db.deleteFrom('users').where('id', '=', userId).returning('image_id').execute();
    for (const { image_id } of [...vehicles, ...users]) {
      if (image_id !== null) await db.deleteFrom('images').where('id', '=', image_id).execute();
    }
    // If this address is CONTACT_EMAIL, contact messages from other people may be queued for it.
    await db.deleteFrom('mails').where('recipient', '=', email).where('kind', '!=', 'contact').execute();
    return unpaid.map(({ code }) => code);
  },
});

export type AccountsRepo = ReturnType<typeof accountsRepo>;
