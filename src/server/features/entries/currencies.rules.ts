import type { OtherCurrencies } from '#contract/currencies.ts';
import { fromCents } from '#contract/money.ts';
import { CURRENCIES, type Currency } from '#contract/tariffs.ts';

/** Entries of one currency; the cost in cents. */
export interface CurrencySum {
  currency: Currency;
  records: number;
  cost: number;
}

/**
 * Queries sum by currency, and every figure is computed from the rows in that of the account. Amounts in others are never added to it: they
 * stand beside it (`otherCurrenciesOf`). This is the only place that tells them apart.
 */
export function byCurrency<Row extends { currency: Currency }>(rows: readonly Row[], own: Currency): { own: Row[]; others: Row[] } {
  const isOwn = ({ currency }: Row): boolean => currency === own;
  return { own: rows.filter(isOwn), others: rows.filter((row) => !isOwn(row)) };
}

/** What sums leave out, in the order of CURRENCIES, without what amounts to nothing. */
export function otherCurrenciesOf(rows: readonly CurrencySum[], own: Currency): OtherCurrencies {
  return CURRENCIES.filter((currency) => currency !== own).flatMap((currency) => {
    const same = rows.filter((row) => row.currency === currency);
    const cents = same.reduce((sum, { cost }) => sum + cost, 0);
    return cents === 0 ? [] : [{ currency, count: same.reduce((sum, { records }) => sum + records, 0), amount: fromCents(cents) }];
  });
}
