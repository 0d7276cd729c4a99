import type { OtherCurrencies } from '#contract/currencies.ts';

/** Days are YYYY-MM-DD, months YYYY-MM; null is an empty cell. */
export type CsvCell = string | number | null;

export interface CsvTable {
  head: readonly string[];
  rows: readonly (readonly CsvCell[])[];
}

/** A ratio in percent with at most two decimals, without the noise of binary fractions. */
export const percentOf = (ratio: number | null): number | null => (ratio === null ? null : Math.round(ratio * 10_000) / 100);

/** The name of a file without characters that file systems reject. */
export const fileNameOf = (parts: readonly string[]): string => `${parts.join(', ')}.csv`.replace(/[\p{C}/\\:*?"<>|]/gu, '-');

/** A column for each other currency in which something was spent; its cells are empty where nothing was. */
export function otherColumns(rows: readonly { otherCurrencies?: OtherCurrencies }[]) {
  const currencies = [...new Set(rows.flatMap(({ otherCurrencies = [] }) => otherCurrencies.map(({ currency }) => currency)))];
  const cellsOf = (sums: OtherCurrencies = []): CsvCell[] =>
    currencies.map((currency) => sums.find((sum) => sum.currency === currency)?.amount ?? null);
  return { currencies, cellsOf };
}
