import { fromCents } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import { PRICE_CURRENCY } from '#contract/transfers.ts';
import type { IncomeRepos, IncomeRow } from '../income/bookings.service.ts';
import type { AdminOrderRepos } from '../orders/admin-orders.service.ts';
import { missingOf } from '../orders/orders.rules.ts';
import { missingIn, worthIn } from '../orders/transfers.rules.ts';
import type { MatchedOrder } from './statement-match.rules.ts';

/** Codes in one query. */
const CODES = 2_000;

export const chunksOf = <Item>(items: readonly Item[], size = CODES): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

interface WithAmount {
  amount_due: number;
  transfers: string;
}

/** Cents that are missing of an order in a currency, as its user sees them. */
const missingBy =
  (order: WithAmount, payments: readonly IncomeRow[]) =>
  (currency: Currency): number | undefined => {
    const missing = missingOf(order, payments);
    if (currency === PRICE_CURRENCY) return missing;
    const worth = worthIn(order, currency);
    return worth && (missingIn(order, missing, payments, undefined, currency) ?? undefined);
  };

async function withPayments<Row extends WithAmount & { code: string }>(
  { income }: IncomeRepos,
  rows: readonly Row[],
): Promise<[Row, IncomeRow[]][]> {
  const payments: IncomeRow[] = [];
  for (const codes of chunksOf(rows.map(({ code }) => code))) payments.push(...(await income.listByOrders(codes)));
  const byCode = Map.groupBy(payments, ({ order_code }) => order_code);
  return rows.map((row) => [row, byCode.get(row.code) ?? []]);
}

type Repos = Pick<AdminOrderRepos, 'orders' | 'closedOrders' | 'income'>;

/** The orders with some codes, open or closed, by code. */
export async function ordersByCode(repos: Repos, codes: readonly string[]): Promise<Map<string, MatchedOrder>> {
  const found = new Map<string, MatchedOrder>();
  for (const part of chunksOf(codes)) {
    const closed = await repos.closedOrders.list(part);
    for (const [row, payments] of await withPayments(repos, closed))
      found.set(row.code, { ...row, name: '', status: 'closed', missingIn: () => undefined, payments });
    for (const [row, payments] of await withPayments(repos, await repos.orders.listByCodes(part)))
      found.set(row.code, { ...row, name: `${row.first_name} ${row.last_name}`, missingIn: missingBy(row, payments), payments });
  }
  return found;
}

/** Orders that await payment, with the names of their users. */
export async function waitingOrders(repos: Repos): Promise<MatchedOrder[]> {
  const rows = await withPayments(repos, await repos.orders.listWaiting(CODES));
  return rows.map(([row, payments]) => ({
    ...row,
    ...{ name: `${row.first_name} ${row.last_name}`, missingIn: missingBy(row, payments), payments },
  }));
}

export const missingText = (order: MatchedOrder | undefined, currency: Currency): number | null => {
  const cents = order?.status === 'processing' ? order.missingIn(currency) : undefined;
  return cents === undefined ? null : fromCents(cents);
};
