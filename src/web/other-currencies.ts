import type { OtherCurrencies } from '#contract/currencies.ts';
import { sumOfAmounts } from '#contract/money.ts';

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
