import { fromCents, toCents } from '#contract/money.ts';
import type { Price } from '#contract/prices.ts';
import { TARIFFS, type Tariff } from '#contract/tariffs.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import type { PriceRow, PricesRepo } from './prices.repo.ts';

export interface PriceRepos {
  prices: PricesRepo;
}

interface Deps {
  work: Work<PriceRepos & AuditRepos>;
  audit: AuditService;
}

export interface PriceChange extends Price {
  /** The price before the change, as its sender saw it. */
  seen?: number | undefined;
}

export type PricesService = ReturnType<typeof pricesService>;

const toPrices = (rows: readonly PriceRow[]): Price[] =>
  TARIFFS.flatMap((tariff) => rows.filter((row) => row.tariff === tariff)).map(({ tariff, price }) => ({
    tariff,
    price: fromCents(price),
  }));

export const pricesService = ({ work, audit }: Deps) => ({
  /** Dollars per month, in the order of the tariffs. */
  async list(): Promise<Price[]> {
    return toPrices(await work.repos.prices.list());
  },

  /** Cents per month, read in the caller's transaction. */
  async centsOf({ prices }: PriceRepos, tariff: Tariff): Promise<number> {
    const row = await prices.find(tariff);
    if (!row) throw new Error(`The tariff ${tariff} has no price.`);
    return row.price;
  },

  /** Changes the listed prices, all or none, and returns all prices; dollars per month. 409 if one is not the one that was seen. */
  async update(admin: AdminCaller, changes: readonly PriceChange[]): Promise<Price[]> {
    return work.inTransaction(async (repos) => {
      const before = toPrices(await repos.prices.lock());
      for (const { tariff, price, seen } of changes) {
        assertSeen(
          before.find((stored) => stored.tariff === tariff),
          seen === undefined ? undefined : { price: seen },
        );
        await repos.prices.update({ tariff, price: toCents(price) });
      }
      const after = toPrices(await repos.prices.list());
      await audit.write(repos, { actor: admin.email, action: 'prices.update', subject: 'prices', before, after });
      return after;
    });
  },
});
