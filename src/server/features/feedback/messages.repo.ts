import { type Insertable, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { MailFailure } from '#contract/mails.ts';
import type { MessageStatus } from '#contract/messages.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export interface MessageRow {
  id: number;
  user_id: number | null;
  user_email: string | null;
  same_email_user_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  text: string;
  language: Language;
  is_priority: 0 | 1;
  created_at: string;
  status: MessageStatus;
  answered_at: string | null;
  answered_by: string | null;
}

/** A reply with the state of its email; the columns of the email are null once it is deleted. */
export interface ReplyRow {
  id: number;
  text: string;
  actor: string;
  created_at: string;
  mail_id: number | null;
  message_id: string | null;
  failed_at: string | null;
  next_try_at: string | null;
  failure: MailFailure | null;
}

/** Messages that one statement deletes; each has many words. */
const EXPIRED_AT_ONCE = 50;

/** One contact message and its replies, for administrators. */
export const messagesRepo = (db: Db) => ({
  async find(id: number): Promise<MessageRow | undefined> {
    return db
      .selectFrom('feedback')
      .leftJoin('users', 'users.id', 'feedback.user_id')
      .leftJoin('users as namesake', (join) => join.onRef('namesake.email', '=', 'feedback.email').on('feedback.user_id', 'is', null))
      .select('namesake.id as same_email_user_id')
      .select(['feedback.id', 'feedback.user_id', 'users.email as user_email', 'feedback.first_name', 'feedback.last_name'])
      .select(['feedback.email', 'text', 'feedback.language', 'is_priority', 'feedback.created_at'])
      .select(['status', 'answered_at', 'answered_by'])
      .where('feedback.id', '=', id)
      .executeTakeFirst();
  },
  /** Locks the message until the transaction ends; false if there is none. */
  async lock(id: number): Promise<boolean> {
    return (await db.selectFrom('feedback').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !== undefined;
  },
  /** False if there is no message with that id and another status. */
  async updateStatus(id: number, status: MessageStatus, by: string, at: string): Promise<boolean> {
    const answered = status === 'answered' ? { answered_at: at, answered_by: by } : { answered_at: null, answered_by: null };
    const rows = await db
      .updateTable('feedback')
      .set({ status, ...answered })
      .where('id', '=', id)
      .where('status', '<>', status)
      .returning('id')
      .execute();
    return rows.length > 0;
  },
  async insertReply(row: Insertable<Tables['feedback_replies']>): Promise<number> {
    return (await db.insertInto('feedback_replies').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  /** The reply that an administrator sent with an Idempotency-Key. */
  async findReply(actor: string, requestKey: string): Promise<{ feedback_id: number; text: string } | undefined> {
    return db
      .selectFrom('feedback_replies')
      .select(['feedback_id', 'text'])
      .where('request_key', '=', requestKey)
      .where('actor', '=', actor)
      .executeTakeFirst();
  },
  /** Oldest first. */
  async listReplies(id: number): Promise<ReplyRow[]> {
    return db
      .selectFrom('feedback_replies as reply')
      .leftJoin('mails', 'mails.reply_id', 'reply.id')
      .select(['reply.id', 'reply.text', 'reply.actor', 'reply.created_at'])
      .select(['mails.id as mail_id', 'mails.message_id', 'mails.failed_at', 'mails.next_try_at', 'mails.failure'])
      .where('reply.feedback_id', '=', id)
      .orderBy('reply.id')
      .execute();
  },
  /** Deletes the message with its words, replies and emails by cascade; false if there is none. */
  async delete(id: number): Promise<boolean> {
    return (await db.deleteFrom('feedback').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
  },
  /** Deletes the messages from an address; each deletes its queued email by cascade. */
  async deleteByEmail(email: string): Promise<void> {
    await db.deleteFrom('feedback').where('email', '=', email).execute();
  },
  /** Deletes answered messages with their words, replies and emails. */
  deleteExpired: (answeredBefore: string): Promise<boolean> =>
    deleteExpired(db, 'feedback', ['id'], sql`answered_at < ${answeredBefore}`, EXPIRED_AT_ONCE),
});

export type MessagesRepo = ReturnType<typeof messagesRepo>;
