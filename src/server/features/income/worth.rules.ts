import { roundedShare } from '#contract/transfers.ts';

/** An order in the currency of its transfer: `cents` of that currency are worth `due` cents of US dollars. */
export interface Worth {
  currency: string;
  cents: number;
  due: number;
}

/** What a sum of payments in the currency of the transfer is worth: its share of the amount due, so that all of it is worth all of that. */
const worthOf = (sum: number, { cents, due }: Worth): number => roundedShare(sum, due, cents);

/**
 * Cents of US dollars that a payment is worth, if payments in its currency came to `before` until now. Only their sum is rounded: the
 * parts of an amount are together worth the amount.
 */
export const dollarsOf = (change: number, before: number, worth: Worth): number => worthOf(before + change, worth) - worthOf(before, worth);

/** Cents of the currency of the transfer that are worth what is missing, if payments in that currency came to `before` until now. */
export function missingTransferOf(missing: number, before: number, worth: Worth): number {
  if (missing === 0) return 0;
  const wanted = worthOf(before, worth) + missing;
  const sum = roundedShare(wanted, worth.cents, worth.due);
  return (worthOf(sum, worth) < wanted ? sum + 1 : sum) - before;
}
