import type { Language } from '#contract/languages.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { type CodeMailKind, type NoticeFacts, type NoticeKind, renderMail } from './mails.render.ts';
import { ERASED, type MailKind, type MailsRepo } from './mails.repo.ts';

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

export type MailsService = ReturnType<typeof mailsService>;

export const mailsService = ({ clock, tokens, origin, wake }: Deps) => ({
  /**
   * Writes a mail into the table, in the transaction of what causes it; to be followed by `wake` once that is committed. One that
   * is not to be sent is only counted, at the same cost.
   */
  async queue({ mails }: MailRepos, mail: NewMail, isSent = true): Promise<void> {
    const now = isoTime(clock.now());
    const { to, kind, expiresAt = null } = mail;
    const { subject, text, html } = renderMail(mail, origin());
    await mails.eraseWaiting(to, kind);
    await mails.insert({
      message_id: `<${tokens.newId()}@${new URL(origin()).hostname}>`,
      kind,
      recipient: to,
      ...(isSent ? { subject, text_body: text, html_body: html } : ERASED),
      created_at: now,
      expires_at: expiresAt,
      next_try_at: isSent ? now : null,
      tries: 0,
      sent_at: null,
    });
  },

  /** When mails of these kinds were queued for somebody after a moment (ISO), oldest first. */
  async listQueued({ mails }: MailRepos, to: string, kinds: readonly MailKind[], after: string): Promise<string[]> {
    return mails.listCreated(to, kinds, after);
  },

  wake,
});
