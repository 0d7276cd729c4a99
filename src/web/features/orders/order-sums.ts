import { fromCents, toCents } from '#contract/money.ts';

/** The price of an order in US dollars. */
export const amountOf = (price: number, months: number): number => fromCents(toCents(price) * months);

/** The amount as a bank's form accepts it, such as 24.00. */
export const plainAmount = (amount: number): string => amount.toFixed(2);

/** Rates have up to four decimals. */
export const rateFormat = (currency: string): Intl.NumberFormatOptions => ({
  ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
  maximumFractionDigits: 4,
});
