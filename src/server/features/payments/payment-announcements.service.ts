import type { Language } from '#contract/languages.ts';
import type { AdminCaller } from '../../caller.ts';
import type { MailRow } from '../../infra/mails/mail-text.rules.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type AdminRepos, listAdminRecipients } from '../admins/admins.service.ts';
import { paymentChangedMail } from './payments.mails.ts';

export interface AnnouncementRepos extends MailRepos, Pick<AdminRepos, 'admins'> {}

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

export type PaymentAnnouncements = ReturnType<typeof paymentAnnouncements>;

/** Emails about changes of what payers see. */
export const paymentAnnouncements = ({ mails, clock }: Deps) => ({
  /** Emails a change to every administrator; `rowsIn` has it in a language, and no rows if nothing has changed. */
  async announce(
    repos: AnnouncementRepos,
    { email: changedBy }: AdminCaller,
    rowsIn: (language: Language) => readonly MailRow[],
  ): Promise<void> {
    const at = isoTime(clock.now());
    for (const { email: to, language } of await listAdminRecipients(repos)) {
      const rows = rowsIn(language);
      if (rows.length > 0) await mails.queue(repos, paymentChangedMail({ to, language, changedBy, at, rows }));
    }
  },
});
