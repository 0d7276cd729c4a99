import type { Language } from '#contract/languages.ts';
import type { AdminCaller } from '../../caller.ts';
import type { MailRow } from '../../infra/mails/mail-text.rules.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type AdminRepos, listAdminEmails } from '../admins/admins.service.ts';
import { paymentChangedMail } from './payments.mails.ts';

export interface AnnouncementRepos extends MailRepos, Pick<AdminRepos, 'admins'> {}

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

export type PaymentAnnouncements = ReturnType<typeof paymentAnnouncements>;

/** Emails about changes of what payers see. */
export const paymentAnnouncements = ({ mails, clock }: Deps) => ({
  /** Emails a change to every administrator, in the language of its author: administrators have no language setting. */
  async announce(repos: AnnouncementRepos, { email: changedBy }: AdminCaller, language: Language, rows: readonly MailRow[]): Promise<void> {
    if (rows.length === 0) return;
    const at = isoTime(clock.now());
    for (const to of await listAdminEmails(repos)) await mails.queue(repos, paymentChangedMail({ to, language, changedBy, at, rows }));
  },
});
