import type { Language } from '#contract/languages.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { renderMail } from './mails.render.ts';
import type { MailKind, MailsRepo } from './mails.repo.ts';

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

export interface NewMail {
  kind: MailKind;
  to: string;
  language: Language;
  values: { code: string };
  /** ISO; until then it is worth sending. It holds a secret, so it is erased after delivery or then. */
  expiresAt: string;
}

export type MailsService = ReturnType<typeof mailsService>;

export const mailsService = ({ clock, tokens, origin, wake }: Deps) => ({
  /** Writes a mail into the table, in the transaction of what causes it; to be followed by `wake` once that is committed. */
  async queue({ mails }: MailRepos, { kind, to, language, values, expiresAt }: NewMail): Promise<void> {
    const now = isoTime(clock.now());
    const { subject, text, html } = renderMail(kind, language, values);
    await mails.eraseWaiting(to, kind);
    await mails.insert({
      message_id: `<${tokens.newId()}@${new URL(origin()).hostname}>`,
      kind,
      recipient: to,
      subject,
      text_body: text,
      html_body: html,
      created_at: now,
      expires_at: expiresAt,
      next_try_at: now,
      tries: 0,
      sent_at: null,
    });
  },

  /** When mails of that kind were queued for somebody after a moment (ISO), oldest first. */
  async listQueued({ mails }: MailRepos, to: string, kind: MailKind, after: string): Promise<string[]> {
    return mails.listCreated(to, kind, after);
  },

  wake,
});
