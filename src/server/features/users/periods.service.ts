import type { PaidTariff } from '#contract/tariffs.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import type { Clock } from '../../ports/clock.ts';
import { tariffActivatedMail, tariffShortenedMail, tariffStoppedMail } from '../tariffs/tariff-mails.rules.ts';
import { BASIC, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRepos, UserRow } from './users.service.ts';

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

export interface PaidPeriod extends TariffFacts {
  tariff: PaidTariff;
  tariff_start_date: string;
  tariff_end_date: string;
}

export type PeriodsService = ReturnType<typeof periodsService>;

/** Changes of a user's tariff. They run in the caller's transaction, with the user locked, and return the stored columns. */
export const periodsService = ({ mails, clock }: Deps) => ({
  /** Starts a paid period, which replaces a running one, and emails the user. */
  async start(repos: UserRepos & MailRepos, user: UserRow, period: PaidPeriod): Promise<TariffFacts> {
    await repos.users.updateTariff(user.id, period);
    await mails.queue(repos, tariffActivatedMail(user, period));
    return period;
  },

  /** Replaces the running period by the rest of it, and emails the user. */
  async shorten(repos: UserRepos & MailRepos, user: UserRow, rest: PaidPeriod): Promise<TariffFacts> {
    await repos.users.updateTariff(user.id, rest);
    await mails.queue(repos, tariffShortenedMail(user, rest));
    return rest;
  },

  /** Returns the user to basic, and emails them if that ends a running period. */
  async end(repos: UserRepos & MailRepos, user: UserRow): Promise<TariffFacts> {
    await repos.users.updateTariff(user.id, BASIC);
    if (tariffInForce(user, clock.now()) !== 'basic') await mails.queue(repos, tariffStoppedMail(user, user));
    return BASIC;
  },
});
