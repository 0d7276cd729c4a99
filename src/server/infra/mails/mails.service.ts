import type { UserMail } from '#contract/accounts.admin.ts';
import type { Language } from '#contract/languages.ts';
import type { MailKind } from '#contract/mails.ts';
import type { AfterCommit } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import {
  type CodeMailKind,
  type ContactContent,
  type NoticeFacts,
  type NoticeKind,
  type RenderedMail,
  renderContactMail,
  renderMail,
  renderReplyMail,
  renderWrittenMail,
} from './mail-text.rules.ts';

import { URGENCY_OF } from './mail-urgency.rules.ts';
import { type CreatedWithin, ERASED, type MailsRepo, type SentMailRow } from './mails.repo.ts';

export type { MailSection } from './mail-text.rules.ts';

export interface MailRepos extends AfterCommit {
  mails: MailsRepo;
}

interface Deps {
  clock: Clock;
  tokens: Tokens;
  origin: () => string;
  /** Starts the delivery of waiting emails. */
  wake: () => void;
}

/** `expiresAt` (ISO 8601 UTC): not sent after it. The content of an email that has it is erased after delivery or at that time. */
export type NewMail = NewNotice | (Addressed & { kind: CodeMailKind; code: string; expiresAt: string });
export type NewNotice = Addressed & { kind: NoticeKind; expiresAt?: string } & NoticeFacts;

/** `stopUrl`: a POST to it stops such emails. `namedUsers`: the ids of the users whose names the email contains. */
interface Addressed {
  to: string;
  language: Language;
  stopUrl?: string;
  namedUsers?: readonly number[];
}

export interface ContactMail extends ContactContent {
  to: string;
  language: Language;
  /** The stored message; the email is deleted with it. */
  feedback: StoredMessage;
}

/** A stored message of the contact form; it determines the Message-ID of its email. */
interface StoredMessage {
  id: number;
  created_at: string;
}

export interface ReplyMail {
  message: StoredMessage & { first_name: string; last_name: string; email: string; text: string; language: Language };
  text: string;
  /** The stored reply; the email is deleted with it. */
  replyId: number;
  /** Message-IDs of the earlier replies, oldest first. */
  earlier: readonly string[];
  replyTo: string | undefined;
}

export interface WrittenMail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  replyTo: string | undefined;
}

/** Message-IDs in the header References, besides that of the contact message. */
const THREAD_MAX = 20;

function stateOf({ next_try_at, failed_at, sent_at }: SentMailRow): UserMail['state'] {
  if (next_try_at !== null) return 'waiting';
  if (failed_at !== null) return 'failed';
  return sent_at === null ? 'expired' : 'sent';
}

const toUserMail = (row: SentMailRow): UserMail => ({
  id: row.id,
  kind: row.kind,
  created_at: row.created_at,
  state: stateOf(row),
  reason: row.failure,
});

const contentOf = ({ subject, text, html }: RenderedMail) => ({ subject, text_body: text, html_body: html });

export type MailsService = ReturnType<typeof mailsService>;

export function mailsService({ clock, tokens, origin, wake }: Deps) {
  const messageId = (name: string): string => `<${name}@${new URL(origin()).hostname}>`;
  /** The time makes it unique among databases: ids of messages repeat after a restore. */
  const messageIdOf = ({ id, created_at }: StoredMessage): string => messageId(`message-${id}-${Date.parse(created_at)}`);

  /** The columns that all new emails have in common. */
  const newRow = (kind: MailKind, message_id = messageId(tokens.newId())) => {
    const now = isoTime(clock.now());
    return { message_id, kind, urgency: URGENCY_OF[kind], created_at: now, next_try_at: now, tries: 0, sent_at: null };
  };

  function rowOf(mail: NewMail) {
    const { to, kind, expiresAt = null, stopUrl = null, namedUsers } = mail;
    const content = contentOf(renderMail(mail, origin()));
    const named_users = namedUsers ? ` ${namedUsers.join(' ')} ` : null;
    return { ...newRow(kind), recipient: to, ...content, expires_at: expiresAt, stop_url: stopUrl, named_users };
  }

  return {
    /**
     * Queues an email in the transaction of the caller; its delivery begins after the commit. With `isSent` false, it is stored without
     * content and only counted, in about the same time as a sent one. A newer code replaces a waiting one of the same kind; no other
     * email is replaced.
     */
    async queue({ mails, after }: MailRepos, mail: NewMail, isSent = true): Promise<void> {
      after(wake);
      const row = rowOf(mail);
      if ('code' in mail) await mails.withdraw(mail.to, mail.kind);
      await mails.insert(isSent ? row : { ...row, ...ERASED, next_try_at: null });
    },

    /** Queues notices in one statement, in the same way. */
    async queueNotices({ mails, after }: MailRepos, notices: readonly NewNotice[]): Promise<void> {
      if (notices.length === 0) return;
      after(wake);
      await mails.insert(...notices.map(rowOf));
    },

    /** Erases the waiting emails of a kind to an address. */
    async eraseWaiting({ mails }: MailRepos, to: string, kind: NoticeKind): Promise<void> {
      await mails.withdraw(to, kind);
    },

    /** Queues a contact message, in the same way; it never replaces another. */
    async queueContact({ mails, after }: MailRepos, { to, language, feedback, ...message }: ContactMail): Promise<void> {
      after(wake);
      await mails.insert({
        ...newRow('contact', messageIdOf(feedback)),
        recipient: to,
        ...contentOf(renderContactMail(language, message)),
        expires_at: null,
        reply_to: message.email,
        is_priority: message.isPriority ? 1 : 0,
        feedback_id: feedback.id,
      });
    },

    /** Queues a reply to a contact message; it never replaces another. */
    async queueReply({ mails, after }: MailRepos, { message, text, replyId, earlier, replyTo }: ReplyMail): Promise<void> {
      after(wake);
      const { first_name, last_name, email, language, created_at } = message;
      const content = { name: `${first_name} ${last_name}`, text, original: message.text, sentAt: created_at };
      await mails.insert({
        ...newRow('reply'),
        recipient: email,
        ...contentOf(renderReplyMail(language, content)),
        expires_at: null,
        reply_to: replyTo ?? null,
        reply_id: replyId,
        thread: [messageIdOf(message), ...earlier.slice(-THREAD_MAX)].join(' '),
      });
    },

    /**
     * Queues what an administrator wrote to a user, in the same way; false, and nothing is queued, if the same was queued since a time (ISO
     * 8601 UTC).
     */
    async queueWritten({ mails, after }: MailRepos, { to, language, replyTo, ...written }: WrittenMail, since: string): Promise<boolean> {
      const content = contentOf(renderWrittenMail(language, written));
      if (await mails.isQueued(to, 'written', content, since)) return false;
      after(wake);
      await mails.insert({ ...newRow('written'), recipient: to, ...content, expires_at: null, reply_to: replyTo ?? null });
      return true;
    },

    /** Times (ISO 8601 UTC) in `within` when emails of these kinds were queued for an address, oldest first. */
    async listQueued({ mails }: MailRepos, to: string, kinds: readonly MailKind[], within: CreatedWithin): Promise<string[]> {
      return mails.listCreated(to, kinds, within);
    },

    /** The newest emails to a user, newest first, without their contents. */
    async listNewest({ mails }: MailRepos, to: string, limit: number): Promise<UserMail[]> {
      return (await mails.listNewest(to, limit)).map(toUserMail);
    },

    /**
     * Withdraws the waiting emails of a kind that were queued for an address since a time (ISO 8601 UTC). False only if this stopped them
     * before any attempt to deliver them: one that is no longer stored, or went to an earlier address, may have arrived.
     */
    async withdraw({ mails }: MailRepos, to: string, kind: NoticeKind, since: string): Promise<boolean> {
      const attempts = await mails.withdraw(to, kind, since);
      return attempts.length === 0 || attempts.some((tries) => tries > 0);
    },
  };
}
