import type { PartPrice } from '#contract/statistics.ts';

export interface PriceRow extends PartPrice {
  key: number;
  /** 0.25 for 25 % more than the time before; null for the first time, and after a price of 0. */
  change: number | null;
}

/** The prices, newest first, each with its change since the time before. */
export const priceRowsOf = (prices: readonly PartPrice[]): PriceRow[] =>
  prices.map((price, index) => {
    const before = prices[index + 1]?.price;
    return { ...price, key: index, change: before ? price.price / before - 1 : null };
  });
