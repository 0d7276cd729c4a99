import type { Currency } from '#contract/tariffs.ts';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';

/** The tables with amounts in the currency in which they were entered. */
const TABLES = ['entries', 'deleted_entries', 'vehicle_values', 'plan_lines'] as const;

export const currenciesRepo = (db: Db) => ({
  /** Gives the amounts in one currency of all vehicles of a user another label. The caller has locked the user; the vehicles are locked here. */
  async relabel(userId: UserId, from: Currency, to: Currency): Promise<void> {
    const vehicles = await db.selectFrom('vehicles').select('id').where('user_id', '=', userId).orderBy('id').forNoKeyUpdate().execute();
    for (const { id } of vehicles)
      for (const table of TABLES)
        await db
          .updateTable(table as 'entries')
          .set({ currency: to })
          .where('vehicle_id', '=', id)
          .where('currency', '=', from)
          .execute();
  },
});

export type CurrenciesRepo = ReturnType<typeof currenciesRepo>;
