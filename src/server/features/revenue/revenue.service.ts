import { fromCents } from '#contract/money.ts';
import type { MonthShare, PaidMonth, Revenue, TariffNow } from '#contract/revenue.ts';
import { PAID_TARIFFS, type PaidTariff } from '#contract/tariffs.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { nextTurn } from '../../turns.ts';
import type { RevenueRepo, Share } from './revenue.repo.ts';
import { endsFrom, lastMonths, type Month } from './revenue.rules.ts';

interface Deps {
  work: Work<RevenueRepo>;
  clock: Clock;
}

export type RevenueService = ReturnType<typeof revenueService>;

/** Figures about payments (docs/product.md, Revenue). */
export function revenueService({ work, clock }: Deps) {
  /** Queries of SQLite are synchronous: other requests run between them. */
  async function ask<T>(query: (repo: RevenueRepo) => Promise<T>): Promise<T> {
    await nextTurn();
    return query(work.reads);
  }

  const paidIn = async (month: Month): Promise<PaidMonth> => {
    const { payments, family, business } = await ask((repo) => repo.sumPaid(month));
    return { month: month.month, payments, amounts: { family: fromCents(family), business: fromCents(business) } };
  };

  const paidTariff = async (tariff: PaidTariff, now: number): Promise<TariffNow> => {
    const { soon, later } = endsFrom(now);
    const [users, ending, others] = await Promise.all([
      ask((repo) => repo.countRunning(tariff, isoTime(now))),
      ask((repo) => repo.sumInForce(tariff, soon)),
      ask((repo) => repo.sumInForce(tariff, later)),
    ]);
    return {
      ...{ tariff, users, paying: ending.number + others.number, monthly: fromCents(ending.cents + others.cents) },
      ...{ ending: ending.number, at_stake: fromCents(ending.cents) },
    };
  };

  /** Everyone without a running period is on basic. */
  const tariffsAt = async (now: number): Promise<TariffNow[]> => {
    const paid: TariffNow[] = [];
    for (const tariff of PAID_TARIFFS) paid.push(await paidTariff(tariff, now));
    const users = paid.reduce((rest, tariff) => rest - tariff.users, await ask((repo) => repo.countUsers()));
    return [{ tariff: 'basic', users, paying: 0, monthly: 0, ending: 0, at_stake: 0 }, ...paid];
  };

  const shareOf = ({ month, isFinal }: Month, share: Share): MonthShare => ({ month, ...share, is_final: isFinal });

  return {
    async get(): Promise<Revenue> {
      const now = clock.now();
      const revenue: Revenue = { paid: [], tariffs: await tariffsAt(now), conversion: [], renewal: [] };
      for (const month of lastMonths(now)) {
        const untilNow = month.until > isoTime(now) ? { ...month, until: isoTime(now) } : month;
        // Faster on PostgreSQL; all months at once would take too many connections of the pool.
        const [paid, registered, ended] = await Promise.all([
          paidIn(month),
          ask((repo) => repo.countRegistered(month, month.limit)),
          ask((repo) => repo.countEnded(untilNow, month.limit)),
        ]);
        revenue.paid.push(paid);
        revenue.conversion.push(shareOf(month, registered));
        revenue.renewal.push(shareOf(month, ended));
      }
      return revenue;
    },
  };
}
