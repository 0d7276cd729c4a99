import { createHash } from 'node:crypto';
import { folded } from '#contract/folded.ts';
import type { StatementReason } from '#contract/statements.ts';
import { CURRENCIES, type Currency, type OrderStatus } from '#contract/tariffs.ts';
import type { StatementRow } from '../../imports/statement-file.ts';

/** A line whose day, amount and currency are known. */
export interface ReadLine {
  line: number;
  day: string;
  cents: number;
  currency: Currency;
  payer: string;
  purpose: string;
  /** By which it is known again in another file. */
  key: string;
}

/** An order that a line may be for. */
export interface MatchedOrder {
  code: string;
  status: OrderStatus | 'closed';
  email: string | null;
  name: string;
  /** Cents that are missing in a currency; undefined if the order has no amount in it. */
  missingIn: (currency: Currency) => number | undefined;
  payments: readonly { paid_on: string; change: number; currency: string; source: string }[];
}

export interface Proposal {
  group: 'matched' | 'look' | 'none';
  reason: StatementReason | null;
  order: MatchedOrder | undefined;
}

/** How banks write currencies beside their code: ISO 4217 numbers, words and signs. */
const NAMES: [Currency, RegExp][] = [
  ['UAH', /uah|грн|гривн|₴|980/i],
  ['USD', /usd|\$|840|долар|доллар/i],
  ['EUR', /eur|€|978|євро|евро/i],
  ['PLN', /pln|zł|985|злот/i],
  ['GBP', /gbp|£|826|фунт/i],
];

/** undefined for a currency that is not known; the default if the file says none. */
export function currencyIn(text: string, byDefault: Currency): Currency | undefined {
  if (text === '') return byDefault;
  return CURRENCIES.find((code) => code === text.toUpperCase()) ?? NAMES.find(([, names]) => names.test(text))?.[0];
}

/** The lines that can be read, each with its key: account, day, amount, purpose, payer, and its number among equal ones. */
export function readLines(rows: readonly StatementRow[], byDefault: Currency): ReadLine[] {
  const counts = new Map<string, number>();
  return rows.flatMap(({ line, day, cents, currency: written, account, payer, purpose, reason }) => {
    const currency = currencyIn(written, byDefault);
    if (reason !== null || day === null || cents === null || currency === undefined) return [];
    const facts = JSON.stringify([account.replace(/\s/g, ''), day, cents, currency, folded(purpose), folded(payer)]);
    const number = (counts.get(facts) ?? 0) + 1;
    counts.set(facts, number);
    const key = createHash('sha256').update(`${facts} ${number}`).digest('base64url');
    return [{ line, day, cents, currency, payer, purpose, key }];
  });
}

const none = (reason: StatementReason): Proposal => ({ group: 'none', reason, order: undefined });
const look = (reason: StatementReason, order: MatchedOrder | undefined): Proposal => ({ group: 'look', reason, order });

/** Whether all words of a name stand in the payer, in any order. */
const isPayer = (name: string, payer: string): boolean => {
  const words = folded(payer).split(/[^\p{L}]+/u);
  const own = folded(name)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return own.length > 1 && own.every((word) => words.includes(word));
};

/** Whether the payment of a line was recorded in another way. */
const isRecorded = ({ payments }: MatchedOrder, { day, cents, currency }: ReadLine): boolean =>
  payments.some((each) => each.source !== 'statement' && each.paid_on === day && each.change === cents && each.currency === currency);

/**
 * What the lines of a statement may be, one after the other: an order is paid once. A line whose record was corrected matches nothing by
 * itself.
 */
export function newMatching({ waiting, isCorrected }: { waiting: readonly MatchedOrder[]; isCorrected: (line: ReadLine) => boolean }) {
  const taken = new Set<string>();

  function withOrder(line: ReadLine, order: MatchedOrder): Proposal {
    if (isRecorded(order, line)) return look('recorded', order);
    if (order.status === 'closed') return look('closed', order);
    if (order.status !== 'processing' || taken.has(order.code)) return look('paid', order);
    const missing = order.missingIn(line.currency);
    if (missing === undefined) return look('currency', order);
    if (line.cents !== missing) return look(line.cents < missing ? 'short' : 'over', order);
    if (isCorrected(line)) return look('takenBack', order);
    taken.add(order.code);
    return { group: 'matched', reason: null, order };
  }

  return {
    /** `orders` are those whose codes stand in the line, `similar` those whose codes differ a little from a word of it. */
    propose(line: ReadLine, orders: readonly MatchedOrder[], similar: readonly MatchedOrder[], hasCode: boolean): Proposal {
      const [order, other] = orders;
      if (line.cents < 0) return order && !other ? look('outgoing', order) : none('outgoing');
      if (other) return look('several', undefined);
      if (order) return withOrder(line, order);
      if (similar[0]) return look('similar', similar.length === 1 ? similar[0] : undefined);
      if (hasCode) return none('wrongCode');
      const byName = waiting.filter((each) => isPayer(each.name, line.payer) && each.missingIn(line.currency) === line.cents);
      return byName[0] ? look('payer', byName.length === 1 ? byName[0] : undefined) : none('noCode');
    },
  };
}
