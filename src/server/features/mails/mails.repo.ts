import type { Insertable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type MailKind = Tables['mails']['kind'];

export interface ClaimedMail {
  id: number;
  kind: MailKind;
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  expiresAt: string | null;
  replyTo: string | null;
  isPriority: 0 | 1;
  /** This one included. */
  tries: number;
}

/** How many due mails are looked up at a time. */
const BATCH = 20;
export const ERASED = { subject: '', text_body: '', html_body: '' };
const CLAIMED = [
  'id',
  'kind',
  'message_id as messageId',
  'recipient',
  'subject',
  'text_body as text',
  'html_body as html',
  'expires_at as expiresAt',
  'reply_to as replyTo',
  'is_priority as isPriority',
  'tries',
] as const;

export const mailsRepo = (db: Db) => ({
  async insert(row: Insertable<Tables['mails']>): Promise<void> {
    await db.insertInto('mails').values(row).execute();
  },
  /** When mails of these kinds were queued for somebody after a moment, oldest first. */
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
  /** What waits for somebody is not sent any more. */
  async eraseWaiting(recipient: string, kind: MailKind): Promise<void> {
    await db
      .updateTable('mails')
      .set({ ...ERASED, next_try_at: null })
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('next_try_at', 'is not', null)
      .execute();
  },
  async listDue(now: string): Promise<number[]> {
    const rows = await db.selectFrom('mails').select('id').where('next_try_at', '<=', now).orderBy('next_try_at').limit(BATCH).execute();
    return rows.map((row) => row.id);
  },
  /** Takes a due mail for the length of a lease, in one statement: no other process has it meanwhile. None when one was first. */
  async claim(id: number, now: string, leaseUntil: string): Promise<ClaimedMail | undefined> {
    return db
      .updateTable('mails')
      .set(({ eb }) => ({ next_try_at: leaseUntil, tries: eb('tries', '+', 1) }))
      .where('id', '=', id)
      .where('next_try_at', '<=', now)
      .returning(CLAIMED)
      .executeTakeFirst();
  },
  async updateSent(id: number, at: string, hasSecret: boolean): Promise<void> {
    await db
      .updateTable('mails')
      .set({ sent_at: at, next_try_at: null, ...(hasSecret ? ERASED : {}) })
      .where('id', '=', id)
      .execute();
  },
  async delete(id: number): Promise<void> {
    await db.deleteFrom('mails').where('id', '=', id).execute();
  },
  /** Not when it was taken back meanwhile. */
  async updateNextTry(id: number, at: string): Promise<void> {
    await db.updateTable('mails').set({ next_try_at: at }).where('id', '=', id).where('next_try_at', 'is not', null).execute();
  },
  /** Those of a kind that are past their time, delivered or not; true when there were any. */
  async deleteExpired(kind: MailKind, now: string): Promise<boolean> {
    const rows = await db.deleteFrom('mails').where('expires_at', '<=', now).where('kind', '=', kind).returning('id').execute();
    return rows.length > 0;
  },
  /** Secrets that are worth nothing any more leave the table undelivered. */
  async eraseExpired(now: string): Promise<void> {
    await db
      .updateTable('mails')
      .set({ ...ERASED, next_try_at: null })
      .where('expires_at', '<=', now)
      .where('next_try_at', 'is not', null)
      .execute();
  },
});

export type MailsRepo = ReturnType<typeof mailsRepo>;
