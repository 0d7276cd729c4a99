import type { Insertable } from 'kysely';
import type { MailKind } from '#contract/mails.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Values of an email whose content is erased. */
export const ERASED = { subject: '', text_body: '', html_body: '' };

export const mailsRepo = (db: Db) => ({
  async insert(row: Insertable<Tables['mails']>): Promise<void> {
    await db.insertInto('mails').values(row).execute();
  },
  /** Times (ISO 8601 UTC) after `after` when emails of these kinds were queued for a recipient, oldest first. */
  async listCreated(recipient: string, kinds: readonly MailKind[], after: string): Promise<string[]> {
    const rows = await db
      .selectFrom('mails')
      .select('created_at')
      .where('recipient', '=', recipient)
      .where('kind', 'in', kinds)
      .where('created_at', '>', after)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => row.created_at);
  },
  /** Erases the waiting emails of a kind for a recipient; they are not sent. */
  async eraseWaiting(recipient: string, kind: MailKind): Promise<void> {
    await db
      .updateTable('mails')
      .set({ ...ERASED, next_try_at: null })
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('next_try_at', 'is not', null)
      .execute();
  },
});

export type MailsRepo = ReturnType<typeof mailsRepo>;
