import type { PaidTariff } from '#contract/tariffs.ts';
import type { ListedUser } from '#contract/users.admin.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PeriodsService } from '../users/periods.service.ts';
import { toListedUser } from '../users/users.service.ts';
import type { OrderRepos } from './order-steps.service.ts';
import { periodFrom } from './orders.rules.ts';

interface Deps {
  work: Work<OrderRepos & AuditRepos>;
  periods: PeriodsService;
  audit: AuditService;
  mails: Pick<MailsService, 'wake'>;
  clock: Clock;
}

export type ManualTariff = { tariff: 'basic' } | { tariff: PaidTariff; payment_months: number };

export type ManualTariffService = ReturnType<typeof manualTariffService>;

export const manualTariffService = ({ work, periods, audit, mails, clock }: Deps) => ({
  /**
   * Sets the tariff of a user by hand: a paid tariff starts now for the requested months and replaces the current period, basic ends
   * the current period. 404 for an unknown user, 409 while an order is open.
   */
  async change(admin: AdminCaller, userId: number, request: ManualTariff): Promise<ListedUser> {
    const now = clock.now();
    const changed = await work.inTransaction(async (repos) => {
      const user = await repos.users.lock(userId);
      if (!user) throw new AppError('api.user.404');
      if (await repos.orders.findOpen(userId)) throw new AppError('tariffApi.manual.409');
      const after =
        request.tariff === 'basic'
          ? await periods.end(repos, user)
          : await periods.start(repos, user, { tariff: request.tariff, ...periodFrom(now, request.payment_months) });
      const { tariff, tariff_start_date, tariff_end_date } = user;
      const before = { tariff, tariff_start_date, tariff_end_date };
      await audit.write(repos, { actor: admin.email, action: 'user.tariff', subject: `user ${userId}`, userId, before, after });
      return toListedUser({ ...user, ...after }, now);
    });
    mails.wake();
    return changed;
  },
});
