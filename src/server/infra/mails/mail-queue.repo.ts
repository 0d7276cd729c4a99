import { type Expression, sql } from 'kysely';
import type { MailFailure, MailKind } from '#contract/mails.ts';
import type { DatabaseKind } from '../../db/columns.ts';
import type { Db } from '../../db/store.ts';
import type { Urgency } from './mail-urgency.rules.ts';
import { ERASED } from './mails.repo.ts';

export interface ClaimedMail {
  id: number;
  kind: MailKind;
  urgency: Urgency;
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: string;
  expiresAt: string | null;
  replyTo: string | null;
  isPriority: 0 | 1;
  /** Message-IDs, oldest first, separated by spaces. */
  thread: string | null;
  stopUrl: string | null;
  /** Attempts, including the current one. */
  tries: number;
  /** Until then (ISO 8601 UTC), no other process claims it. */
  leaseUntil: string;
}

/** The due email to claim. Times are ISO 8601 UTC. */
export interface Claim {
  urgency: Urgency;
  now: string;
  leaseUntil: string;
}

const CLAIMED = [
  'id',
  'kind',
  'urgency',
  'message_id as messageId',
  'recipient',
  'subject',
  'text_body as text',
  'html_body as html',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'reply_to as replyTo',
  'is_priority as isPriority',
  'thread',
  'stop_url as stopUrl',
  'tries',
  'next_try_at as leaseUntil',
] as const;

/** The content of an email that expires is secret. */
const unlessSecret = (content: Expression<string>) => sql<string>`case when expires_at is null then ${content} else '' end`;

/** The emails that are not sent any more. */
const expiredMails = (db: Db) => ({
  /** Deletes expired emails of these kinds that still wait for delivery; true if there were any. */
  async deleteExpired(kinds: readonly MailKind[], now: string): Promise<boolean> {
    const rows = await db
      .deleteFrom('mails')
      .where('expires_at', '<=', now)
      .where('next_try_at', 'is not', null)
      .where('kind', 'in', kinds)
      .returning('id')
      .execute();
    return rows.length > 0;
  },
  /** Marks expired emails as failed and erases their content. */
  async failExpired(now: string): Promise<void> {
    await db
      .updateTable('mails')
      .set(({ fn, val }) => ({
        ...ERASED,
        next_try_at: null,
        failed_at: now,
        failure: fn.coalesce('failure', val<MailFailure>('expired')),
      }))
      .where('expires_at', '<=', now)
      .where('next_try_at', 'is not', null)
      .execute();
  },
});

/** The queue of emails, as used by their delivery. */
export const mailQueueRepo = (db: Db, kind: DatabaseKind) => ({
  /**
   * Claims the email of one urgency that has been due longest, until `leaseUntil`, in one statement; undefined if none is due. Rows that
   * another process is claiming at the same time are skipped, without waiting for their locks.
   */
  async claim({ urgency, now, leaseUntil }: Claim): Promise<ClaimedMail | undefined> {
    const due = db
      .selectFrom('mails')
      .select('id')
      .where('urgency', '=', urgency)
      .where('next_try_at', '<=', now)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1);
    return db
      .with('due', () => (kind === 'postgres' ? due.forUpdate().skipLocked() : due))
      .updateTable('mails')
      .set(({ eb }) => ({ next_try_at: leaseUntil, tries: eb('tries', '+', 1) }))
      .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
      .returning(CLAIMED)
      .$narrowType<{ leaseUntil: string }>()
      .executeTakeFirst();
  },
  /** Makes a claimed email due again without counting the attempt, unless it was withdrawn or its lease ended in the meantime. */
  async release({ id, leaseUntil }: Pick<ClaimedMail, 'id' | 'leaseUntil'>, now: string): Promise<void> {
    await db
      .updateTable('mails')
      .set(({ eb }) => ({ next_try_at: now, tries: eb('tries', '-', 1) }))
      .where('id', '=', id)
      .where('next_try_at', '=', leaseUntil)
      .execute();
  },
  /** Makes emails due that were queued after `latest` and are not due before it: a process with a wrong clock queued them. */
  async makeDue(latest: string, now: string): Promise<void> {
    await db.updateTable('mails').set({ next_try_at: now }).where('created_at', '>', latest).where('next_try_at', '>', latest).execute();
  },
  /** Marks an email as sent, even if it has expired and was marked as failed in the meantime, and erases secrets. */
  async updateSent(id: number, at: string): Promise<void> {
    await db
      .updateTable('mails')
      .set(({ ref }) => ({
        ...{ sent_at: at, next_try_at: null, failed_at: null, failure: null },
        ...{ subject: unlessSecret(ref('subject')), text_body: unlessSecret(ref('text_body')), html_body: unlessSecret(ref('html_body')) },
      }))
      .where('id', '=', id)
      .execute();
  },
  /** Schedules the next attempt, unless the email was withdrawn in the meantime. */
  async updateNextTry(id: number, at: string, failure: MailFailure): Promise<void> {
    await db.updateTable('mails').set({ next_try_at: at, failure }).where('id', '=', id).where('next_try_at', 'is not', null).execute();
  },
  /** Marks an email as failed, unless it was withdrawn in the meantime. */
  async updateFailed(id: number, at: string, failure: MailFailure, hasSecret: boolean): Promise<void> {
    await db
      .updateTable('mails')
      .set({ failed_at: at, failure, next_try_at: null, ...(hasSecret ? ERASED : {}) })
      .where('id', '=', id)
      .where('next_try_at', 'is not', null)
      .execute();
  },
  async delete(id: number): Promise<void> {
    await db.deleteFrom('mails').where('id', '=', id).execute();
  },
  ...expiredMails(db),
});

export type MailQueueRepo = ReturnType<typeof mailQueueRepo>;
