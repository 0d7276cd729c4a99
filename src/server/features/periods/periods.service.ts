import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import type { Clock } from '../../ports/clock.ts';
import { BASIC, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRepos, UserRow } from '../users/users.service.ts';
import { tariffActivatedMail, tariffShortenedMail, tariffStoppedMail } from './period-mails.rules.ts';
import { continuedAt, isInForce, movedPeriods, type PaidOrder, type PaidPeriod, type Period, withoutOrder } from './periods.rules.ts';

/** A period that an order paid for, and whether it is still in force. */
interface FollowedPeriod extends Period {
  id: number;
  is_in_force: 0 | 1;
  continued_at: string | null;
}

export interface PeriodRepos extends UserRepos, MailRepos {
  orders: {
    listPaidPeriods(userId: number): Promise<FollowedPeriod[]>;
    updatePaidPeriod(period: Pick<FollowedPeriod, 'id' | 'is_in_force' | 'continued_at'>): Promise<void>;
    movePaidPeriod(period: Pick<FollowedPeriod, 'id' | 'tariff_start_date' | 'tariff_end_date'>): Promise<void>;
  };
}

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

export type PeriodsService = ReturnType<typeof periodsService>;

/** Changes of a user's tariff. They run in the caller's transaction, with the user locked, and return the stored columns. */
export function periodsService({ mails, clock }: Deps) {
  /** Also stores for each paid period of the user whether it is in force, and when it was continued, which the revenue is computed from. */
  async function store<T extends TariffFacts>(repos: PeriodRepos, user: UserRow, facts: T): Promise<T> {
    await repos.users.updateTariff(user.id, facts);
    for (const paid of await repos.orders.listPaidPeriods(user.id)) {
      const is_in_force = isInForce(paid, facts) ? 1 : 0;
      const continued_at = paid.continued_at ?? continuedAt(paid, facts);
      if (is_in_force !== paid.is_in_force || continued_at !== paid.continued_at)
        await repos.orders.updatePaidPeriod({ id: paid.id, is_in_force, continued_at });
    }
    return facts;
  }

  /** Returns the user to basic, and emails them if that ends a running period. */
  async function end(repos: PeriodRepos, user: UserRow): Promise<TariffFacts> {
    await store(repos, user, BASIC);
    if (tariffInForce(user, clock.now()) !== 'basic') await mails.queue(repos, tariffStoppedMail(user, user));
    return BASIC;
  }

  return {
    end,

    /** Starts a paid period, which replaces a running one or continues it, and emails the user. */
    async start(repos: PeriodRepos, user: UserRow, period: PaidPeriod): Promise<TariffFacts> {
      await store(repos, user, period);
      await mails.queue(repos, tariffActivatedMail(user, period));
      return period;
    },

    /** Gives the user what an activated order, whose period begins at `start`, replaced or continued, as if it had never been activated. */
    async restore(repos: PeriodRepos, user: UserRow, former: TariffFacts, start: string): Promise<void> {
      for (const { id, is_in_force, continued_at } of await repos.orders.listPaidPeriods(user.id))
        if (continued_at === start) await repos.orders.updatePaidPeriod({ id, is_in_force, continued_at: null });
      await store(repos, user, former);
    },

    /** Ends what a deleted order paid for, and emails the user. Undefined if its period is not running. */
    async endPaid(repos: PeriodRepos, user: UserRow, order: PaidOrder): Promise<TariffFacts | undefined> {
      const rest = withoutOrder(order, user, clock.now());
      if (!rest) return undefined;
      if (rest.tariff === 'basic') return end(repos, user);
      for (const moved of movedPeriods(await repos.orders.listPaidPeriods(user.id), order, rest)) await repos.orders.movePaidPeriod(moved);
      await store(repos, user, rest);
      await mails.queue(repos, tariffShortenedMail(user, rest));
      return rest;
    },
  };
}
