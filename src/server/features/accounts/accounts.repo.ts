import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

export const accountsRepo = (db: Db) => ({
  /**
   * Deletes a user with all their data: sessions, records, notes, contact messages and idempotency keys are deleted by cascade. Photos
   * are read by the statement that deletes their vehicle, so none is missed. `subjects` are those of the user's attempts.
   */
  async delete(userId: UserId, email: string, subjects: readonly string[]): Promise<void> {
    await db.deleteFrom('attempts').where('subject', 'in', subjects).execute();
    await db.deleteFrom('codes').where('email', '=', email).execute();
    // Those sent while signed in go with the user; each takes its mail along.
    await db.deleteFrom('feedback').where('email', '=', email).execute();
    // What was paid stays for the books, without the person; what was not is nobody's any more.
    await db.deleteFrom('orders').where('user_id', '=', userId).where('status', '=', 'processing').execute();
    const vehicles = await db.deleteFrom('vehicles').where('user_id', '=', userId).returning('image_id').execute();
    const users = await db.deleteFrom('users').where('id', '=', userId).returning('image_id').execute();
    for (const { image_id } of [...vehicles, ...users]) {
      if (image_id !== null) await db.deleteFrom('images').where('id', '=', image_id).execute();
    }
    // Contact messages from others may be waiting for this address if it is CONTACT_EMAIL.
    await db.deleteFrom('mails').where('recipient', '=', email).where('kind', '!=', 'contact').execute();
  },
});

export type AccountsRepo = ReturnType<typeof accountsRepo>;
