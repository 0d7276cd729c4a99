import { folded } from '#contract/folded.ts';
import type { IncomeKind } from '#contract/income.ts';
import { fromCents } from '#contract/money.ts';
import { PRICE_CURRENCY } from '#contract/transfers.ts';

/** The currency of the prices. */
export const DOLLARS = PRICE_CURRENCY;

/** Cents by which a record of that kind changes the sum; a correction has the opposite sign of what it withdraws. */
export const changeOf = (kind: Exclude<IncomeKind, 'correction'>, cents: number): number => (kind === 'refund' ? -cents : cents);

interface Searched {
  order_code: string | null;
  payer: string | null;
  purpose: string | null;
  change: number;
}

/** Amounts are found with a point, however they were typed. */
const withPoint = (text: string): string => text.replace(/(\d),(\d)/g, '$1.$2');

/** What the search compares: code, payer, purpose and amount. */
export const searchTextOf = ({ order_code, payer, purpose, change }: Searched): string =>
  folded([order_code, payer, purpose, withPoint(fromCents(Math.abs(change)).toFixed(2))].filter(Boolean).join(' '));

export const searchedText = (q: string): string => withPoint(folded(q));
