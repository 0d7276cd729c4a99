import { type Insertable, type Selectable, sql } from 'kysely';
import type { MailKind } from '#contract/mails.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type SentMailRow = Pick<
  Selectable<Tables['mails']>,
  'id' | 'kind' | 'created_at' | 'next_try_at' | 'sent_at' | 'failed_at' | 'failure'
>;

/** Times (ISO 8601 UTC), the first exclusive. */
export interface CreatedWithin {
  after: string;
  until: string;
}

/** A withdrawn email that names users. */
export interface NamingMail {
  recipient: string;
  expires_at: string | null;
  userIds: number[];
}

const idsIn = (named: string | null): number[] => named?.trim().split(' ').map(Number) ?? [];

/** Values of an email whose content is erased. */
export const ERASED = { subject: '', text_body: '', html_body: '' };

export const mailsRepo = (db: Db) => ({
  async insert(...rows: readonly Insertable<Tables['mails']>[]): Promise<void> {
    await db.insertInto('mails').values(rows).execute();
  },
  /** Times (ISO 8601 UTC) when emails of these kinds were queued for a recipient, oldest first. */
  async listCreated(recipient: string, kinds: readonly MailKind[], { after, until }: CreatedWithin): Promise<string[]> {
    const rows = await db
      .selectFrom('mails')
      .select('created_at')
      .where('recipient', '=', recipient)
      .where('kind', 'in', kinds)
      .where('created_at', '>', after)
      .where('created_at', '<=', until)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => row.created_at);
  },
  /** The newest emails to a user, without contact messages, which other people may have sent to the same address. */
  async listNewest(recipient: string, limit: number): Promise<SentMailRow[]> {
    return db
      .selectFrom('mails')
      .select(['id', 'kind', 'created_at', 'next_try_at', 'sent_at', 'failed_at', 'failure'])
      .where('recipient', '=', recipient)
      .where('kind', '!=', 'contact')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  },
  /** Erases the waiting emails of a kind for a recipient that were queued at or after `since` (all by default); returns the attempts of each. */
  async withdraw(recipient: string, kind: MailKind, since = ''): Promise<number[]> {
    const rows = await db
      .updateTable('mails')
      .set({ ...ERASED, next_try_at: null })
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('created_at', '>=', since)
      .where('next_try_at', 'is not', null)
      .returning('tries')
      .execute();
    return rows.map(({ tries }) => tries);
  },
  /** Erases the waiting emails that name a user, and returns them with the ids of all users whom they name. */
  async withdrawNaming(userId: number): Promise<NamingMail[]> {
    const rows = await db
      .updateTable('mails')
      .set({ ...ERASED, next_try_at: null })
      .where('next_try_at', '>', '')
      .where('named_users', 'like', `% ${userId} %`)
      .returning(['recipient', 'named_users', 'expires_at'])
      .execute();
    return rows.map(({ named_users, ...mail }) => ({ ...mail, userIds: idsIn(named_users) }));
  },
  /** Whether the same email was queued for a recipient at or after `since`. */
  async isQueued(recipient: string, kind: MailKind, content: { subject: string; text_body: string }, since: string): Promise<boolean> {
    const row = await db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('created_at', '>=', since)
      .where('subject', '=', content.subject)
      .where('text_body', '=', content.text_body)
      .executeTakeFirst();
    return row !== undefined;
  },
  /** Deletes the emails to a deleted user. If the address is CONTACT_EMAIL, contact messages from other people may be queued for it. */
  async deleteByRecipient(recipient: string): Promise<void> {
    await db.deleteFrom('mails').where('recipient', '=', recipient).where('kind', '!=', 'contact').execute();
  },
  /** Keeps emails that wait for delivery, and those of replies, which contain the state of the reply and are deleted with it. */
  deleteExpired: (createdBefore: string): Promise<boolean> =>
    deleteExpired(db, 'mails', ['id'], sql`created_at < ${createdBefore} and next_try_at is null and reply_id is null`),
});

export type MailsRepo = ReturnType<typeof mailsRepo>;
