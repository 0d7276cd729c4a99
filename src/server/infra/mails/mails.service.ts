import type { Language } from '#contract/languages.ts';
import type { MailKind } from '#contract/mails.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import {
  type CodeMailKind,
  type ContactContent,
  type NoticeFacts,
  type NoticeKind,
  renderContactMail,
  renderMail,
} from './mails.render.ts';
import { ERASED, type MailsRepo } from './mails.repo.ts';
import { URGENCY_OF } from './mails.urgency.ts';

export interface MailRepos {
  mails: MailsRepo;
}

interface Deps {
  clock: Clock;
  tokens: Tokens;
  origin: () => string;
  /** Delivers what waits. */
  wake: () => void;
}

/** ISO `expiresAt`: until then it is worth sending. One that has it is erased after delivery or then. */
export type NewMail = { to: string; language: Language } & (
  | { kind: CodeMailKind; code: string; expiresAt: string }
  | ({ kind: NoticeKind; expiresAt?: string } & NoticeFacts)
);

export interface ContactMail extends ContactContent {
  to: string;
  language: Language;
  /** The stored message: the mail goes when it goes. */
  feedbackId: number;
}

export type MailsService = ReturnType<typeof mailsService>;

export function mailsService({ clock, tokens, origin, wake }: Deps) {
  /** What every mail that waits begins with. */
  const newRow = (kind: MailKind) => {
    const now = isoTime(clock.now());
    const message_id = `<${tokens.newId()}@${new URL(origin()).hostname}>`;
    return { message_id, kind, urgency: URGENCY_OF[kind], created_at: now, next_try_at: now, tries: 0, sent_at: null };
  };

  return {
    /**
     * Writes a mail into the table, in the transaction of what causes it; to be followed by `wake` once that is committed. One that
     * is not to be sent is only counted, at the same cost. A newer code replaces a waiting one of the same kind; no other mail is
     * replaced.
     */
    async queue({ mails }: MailRepos, mail: NewMail, isSent = true): Promise<void> {
      const { to, kind, expiresAt = null } = mail;
      const { subject, text, html } = renderMail(mail, origin());
      if ('code' in mail) await mails.eraseWaiting(to, kind);
      await mails.insert({
        ...newRow(kind),
        recipient: to,
        ...(isSent ? { subject, text_body: text, html_body: html } : { ...ERASED, next_try_at: null }),
        expires_at: expiresAt,
      });
    },

    /** The same for a contact message: each is a mail of its own, and none takes the place of another. */
    async queueContact({ mails }: MailRepos, { to, language, feedbackId, ...message }: ContactMail): Promise<void> {
      const { subject, text, html } = renderContactMail(language, message);
      await mails.insert({
        ...newRow('contact'),
        recipient: to,
        subject,
        text_body: text,
        html_body: html,
        expires_at: null,
        reply_to: message.email,
        is_priority: message.isPriority ? 1 : 0,
        feedback_id: feedbackId,
      });
    },

    /** When mails of these kinds were queued for somebody after a moment (ISO), oldest first. */
    async listQueued({ mails }: MailRepos, to: string, kinds: readonly MailKind[], after: string): Promise<string[]> {
      return mails.listCreated(to, kinds, after);
    },

    wake,
  };
}
