import type { OtherCurrencies } from './currencies.ts';

const CENTS = 100;

/** Amounts have two decimals. They are stored, added and multiplied as whole cents, to avoid errors of binary fractions. */
export const toCents = (amount: number): number => Math.round(amount * CENTS);
export const fromCents = (cents: number): number => cents / CENTS;

export const sumOfAmounts = (amounts: readonly number[]): number =>
  fromCents(amounts.reduce((cents, amount) => cents + toCents(amount), 0));

/** Adds what several sums leave out, by currency. */
export function sumOfOthers(sums: readonly { otherCurrencies?: OtherCurrencies }[]): OtherCurrencies {
  const total: OtherCurrencies = [];
  for (const { currency, count, amount } of sums.flatMap(({ otherCurrencies = [] }) => otherCurrencies)) {
    const found = total.find((other) => other.currency === currency);
    if (found) Object.assign(found, { count: found.count + count, amount: sumOfAmounts([found.amount, amount]) });
    else total.push({ currency, count, amount });
  }
  return total;
}
