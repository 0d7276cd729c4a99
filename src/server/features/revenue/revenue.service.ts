import { fromCents } from '#contract/money.ts';
import type { MonthShare, PaidMonth, Revenue, TariffNow } from '#contract/revenue.ts';
import { PAID_TARIFFS, type PaidTariff } from '#contract/tariffs.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { MonthSum, PaidSum, RevenueRepo, Share } from './revenue.repo.ts';
import { endsFrom, lastMonths, MONTHS_AT_ONCE, type Month } from './revenue.rules.ts';

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
    return query(work.repos);
  }

  const paidTariff = async (tariff: PaidTariff, now: number): Promise<TariffNow> => {
    const { soon, later } = endsFrom(now);
    const [users, ending, others] = await Promise.all([
      ask((repo) => repo.countRunning(tariff, isoTime(now))),
      ask((repo) => repo.sumInForce(tariff, soon, isoTime(now))),
      ask((repo) => repo.sumInForce(tariff, later, isoTime(now))),
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

  const paidIn = ({ month, payments, family, business }: Month & PaidSum, sums: readonly MonthSum[]): PaidMonth => ({
    ...{ month, payments },
    amounts: { family: fromCents(family), business: fromCents(business) },
    sums: sums.filter((sum) => sum.month === month).map(({ currency, cents }) => ({ currency, amount: fromCents(cents) })),
  });

  const shareIn = ({ month, isFinal, of, counted }: Month & Share): MonthShare => ({ month, of, counted, is_final: isFinal });

  return {
    async get(): Promise<Revenue> {
      const now = clock.now();
      const revenue: Revenue = { paid: [], tariffs: await tariffsAt(now), conversion: [], renewal: [] };
      const all = lastMonths(now);
      for (let start = 0; start < all.length; start += MONTHS_AT_ONCE) {
        const months = all.slice(start, start + MONTHS_AT_ONCE);
        const untilNow = months.map((month) => ({ ...month, until: month.until > isoTime(now) ? isoTime(now) : month.until }));
        const withMonths = <T>(rows: readonly T[]) => rows.map((row, index) => ({ ...(months[index] as Month), ...row }));
        // PostgreSQL answers the three sooner at once than one after the other.
        const span = { from: months[0]?.from ?? '', until: months.at(-1)?.until ?? '' };
        const [paid, sums, registered, ended] = await Promise.all([
          ask((repo) => repo.sumPaid(months)),
          ask((repo) => repo.sumCurrencies(span)),
          ask((repo) => repo.countRegistered(months)),
          ask((repo) => repo.countEnded(untilNow)),
        ]);
        revenue.paid.push(...withMonths(paid).map((month) => paidIn(month, sums)));
        revenue.conversion.push(...withMonths(registered).map(shareIn));
        revenue.renewal.push(...withMonths(ended).map(shareIn));
      }
      return revenue;
    },
  };
}
