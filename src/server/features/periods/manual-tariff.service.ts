import type { PaidTariff } from '#contract/tariffs.ts';
import type { ListedUser } from '#contract/users.admin.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import { toListedUser } from '../users/users.service.ts';
import { continued, type PaidPeriod, periodFrom } from './periods.rules.ts';
import type { PeriodRepos, PeriodsService } from './periods.service.ts';
import { tariffEntry } from './tariff-history.rules.ts';

interface Repos extends PeriodRepos, AuditRepos {
  orders: PeriodRepos['orders'] & { findOpen(userId: number): Promise<object | undefined> };
}

interface Deps {
  work: Work<Repos>;
  periods: PeriodsService;
  audit: AuditService;
  clock: Clock;
}

interface PaidTariffByHand {
  tariff: PaidTariff;
  payment_months: number;
  /** Continues the running period of the same tariff after its end. */
  from_end?: boolean | undefined;
}

export type ManualTariff = ({ tariff: 'basic' } | PaidTariffByHand) & {
  /** What the administrator saw; undefined skips the check for concurrent changes. */
  seen?: TariffFacts | undefined;
  reason?: string | undefined;
};

/** 409 if no period of the tariff is running that could continue. */
function periodByHand(user: TariffFacts, { tariff, payment_months: months, from_end }: PaidTariffByHand, now: number): PaidPeriod {
  const period = from_end ? continued(user, tariff, months, now) : { tariff, ...periodFrom(now, months) };
  if (!period) throw new AppError('tariffApi.manual.notRunning');
  return period;
}

export type ManualTariffService = ReturnType<typeof manualTariffService>;

export const manualTariffService = ({ work, periods, audit, clock }: Deps) => ({
  /**
   * Sets the tariff of a user by hand: a paid tariff starts now for the requested months and replaces the current period, or continues
   * it; basic ends the current period. 404 for an unknown user; 409 while an order is open, if the administrator saw another tariff or
   * period than the one in force, or if no period is running that could continue.
   */
  async change(admin: AdminCaller, userId: number, request: ManualTariff): Promise<ListedUser> {
    const changed = await work.inTransaction(async (repos) => {
      const user = await repos.users.lock(userId);
      // Read after the wait for the lock, so that the new period starts after one that started meanwhile.
      const now = clock.now();
      if (!user) throw new AppError('api.user.404');
      if (await repos.orders.findOpen(userId)) throw new AppError('tariffApi.manual.409');
      assertSeen(toListedUser(user, now), request.seen);
      const after =
        request.tariff === 'basic' ? await periods.end(repos, user) : await periods.start(repos, user, periodByHand(user, request, now));
      await audit.write(repos, { ...tariffEntry(admin.email, user, after), reason: request.reason });
      return toListedUser({ ...user, ...after }, now);
    });
    return changed;
  },
});
