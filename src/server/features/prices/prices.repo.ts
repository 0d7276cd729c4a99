import type { Tariff } from '#contract/tariffs.ts';
import type { Db } from '../../db/store.ts';

export interface PriceRow {
  tariff: Tariff;
  /** Cents per month. */
  price: number;
}

export const pricesRepo = (db: Db) => ({
  async list(): Promise<PriceRow[]> {
    return db.selectFrom('prices').select(['tariff', 'price']).execute();
  },
  async find(tariff: Tariff): Promise<PriceRow | undefined> {
    return db.selectFrom('prices').select(['tariff', 'price']).where('tariff', '=', tariff).executeTakeFirst();
  },
  /** Serializes parallel changes. The rows are locked in order to avoid deadlocks. */
  async lock(): Promise<PriceRow[]> {
    return db.selectFrom('prices').select(['tariff', 'price']).orderBy('tariff').forNoKeyUpdate().execute();
  },
  async update({ tariff, price }: PriceRow): Promise<void> {
    await db.updateTable('prices').set({ price }).where('tariff', '=', tariff).execute();
  },
});

export type PricesRepo = ReturnType<typeof pricesRepo>;
