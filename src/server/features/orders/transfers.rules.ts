import { LANGUAGES, type Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Currency } from '#contract/tariffs.ts';
import { fromRateParts, NO_RATE, NO_TRANSFER, PRICE_CURRENCY, transferCents } from '#contract/transfers.ts';
import { missingTransferOf, type Worth } from '../income/worth.rules.ts';

/** What has to be transferred for an order if its details are read in a language. */
interface Transfer {
  language: Language;
  currency: Currency;
  cents: number;
  /** Ten-thousandths of the currency for a US dollar. */
  rate: number;
  ratedOn: string;
}

/** The account of a language, as the payment details say. */
interface Account {
  lang: Language;
  transfer_currency: Currency | null;
  transfer_rate: number | null;
  rated_on: string | null;
}

interface WithTransfers {
  amount_due: number;
  transfers: string;
}

const parsed = ({ transfers }: WithTransfers): Transfer[] => JSON.parse(transfers) as Transfer[];

/**
 * The transfers of an order as they are stored: that of its language first, then those in a currency other than that of the prices. An
 * order has one rate for a currency.
 */
export function transfersOf(due: number, language: Language, details: readonly Account[]): string {
  const languages = [language, ...LANGUAGES.filter((other) => other !== language)];
  const transfers: Transfer[] = [];
  for (const each of languages) {
    const { transfer_currency: currency, transfer_rate: rate, rated_on: ratedOn } = details.find(({ lang }) => lang === each) ?? NO_RATE;
    const same = transfers.find((transfer) => transfer.currency === currency);
    if (same) transfers.push({ ...same, language: each });
    else if (currency !== null && rate !== null && ratedOn !== null)
      transfers.push({ language: each, currency, cents: Math.max(1, transferCents(due, rate)), rate, ratedOn });
    else if (each === language) transfers.push({ language, currency: PRICE_CURRENCY, cents: due, rate: 1, ratedOn: '' });
  }
  return JSON.stringify(due === 0 ? [] : transfers);
}

/** That of a language, by default that of the order; undefined if it is in the currency of the prices. */
function transferIn(order: WithTransfers, language: Language | undefined): Transfer | undefined {
  const all = parsed(order);
  const found = language === undefined ? all[0] : all.find((transfer) => transfer.language === language);
  return found?.currency === PRICE_CURRENCY ? undefined : found;
}

/** What payments in some currency are worth for the order: by the rate of its language, else by that of another one. */
export function worthIn(order: WithTransfers, currency: string): Worth | undefined {
  const transfer = currency === PRICE_CURRENCY ? undefined : parsed(order).find((each) => each.currency === currency);
  return transfer && { currency, cents: transfer.cents, due: order.amount_due };
}

export const toTransfer = (
  order: WithTransfers,
  language?: Language,
): Pick<Order, 'transfer_amount' | 'transfer_currency' | 'transfer_rate' | 'rated_on'> => {
  const transfer = transferIn(order, language);
  if (!transfer) return NO_TRANSFER;
  const { cents, currency, rate, ratedOn } = transfer;
  return { transfer_amount: fromCents(cents), transfer_currency: currency, transfer_rate: fromRateParts(rate), rated_on: ratedOn };
};

/** Cents of the currency of the transfer that are missing; null if the transfer is in the currency of the prices. */
export function missingIn(
  order: WithTransfers,
  missing: number,
  payments: readonly { currency: string; change: number }[],
  language?: Language,
  currency = transferIn(order, language)?.currency as string | undefined,
): number | null {
  const worth = currency && worthIn(order, currency);
  if (!worth) return null;
  const before = payments.filter((payment) => payment.currency === currency).reduce((sum, { change }) => sum + change, 0);
  return missingTransferOf(missing, before, worth);
}
