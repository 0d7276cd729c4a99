import { isForeignMoney, type TypedMoney } from '#contract/fields.ts';
import type { Currency } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';

interface Deps {
  currencyOf: (userId: Caller['userId']) => Promise<Currency | undefined>;
}

export type RecordPricesService = ReturnType<typeof recordPricesService>;

export const recordPricesService = ({ currencyOf }: Deps) => ({
  /** The amount of a price in the caller's currency; 400 for another currency's sign. Reads the currency only if a sign was typed. */
  async amountOf({ userId }: Caller, { amount, currencies }: TypedMoney): Promise<number> {
    const own = currencies.length > 0 ? await currencyOf(userId) : undefined;
    if (own && isForeignMoney(currencies, own))
      throw new AppError('recordsApi.400', { fields: [{ field: 'price', code: 'validation.number.currency' }] });
    return amount;
  },
});
