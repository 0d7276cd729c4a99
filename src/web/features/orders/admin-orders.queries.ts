import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { sumOrders } from '#contract/orders.admin.ts';
import { type ListedOrder, listOrders, type OrderCounts } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/tariffs.ts';
import { dayRange } from '../../admin/day-range.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

export const ORDER_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

/** The orders to list: their status, and the local days on which they were placed; an empty day is no limit. */
export interface OrderChoice {
  status: OrderFilter;
  from: string;
  to: string;
}

/** Milliseconds after which an open list is loaded again; not in a hidden tab. */
const RELOAD = 30_000;

/** One page of orders. */
export const ordersQuery = ({ q, page, status, from, to }: OrderChoice & { q: string; page: number }) =>
  queryOptions({
    queryKey: [...keys.orders, { q, page, status, from, to }],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query: { q, page, status, ...dayRange(from, to) }, signal })),
    ...LIST_QUERY,
    refetchInterval: RELOAD,
  });

/** The number of orders and the sum of their amounts. */
export const orderSumsQuery = ({ status, from, to }: OrderChoice) =>
  queryOptions({
    queryKey: [...keys.orderSums, { status, from, to }],
    queryFn: ({ signal }) => unwrap(call(sumOrders, { query: { status, ...dayRange(from, to) }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

interface CachedPage {
  data: ListedOrder[];
  total: number;
  counts: OrderCounts | null;
}

/** The page with the changed order in its place; the counts follow its status. */
function withOrder(page: CachedPage, order: ListedOrder): CachedPage {
  const former = page.data.find((one) => one.order_code === order.order_code);
  if (!former) return page;
  const data = page.data.map((one) => (one === former ? order : one));
  if (!page.counts || former.status === order.status) return { ...page, data };
  const { [former.status]: left, [order.status]: joined } = page.counts;
  return { ...page, data, counts: { ...page.counts, [former.status]: left - 1, [order.status]: joined + 1 } };
}

/** Cache updates after an action: `put` replaces a row in the loaded pages, `reload` fetches them again. */
export function useOrderPages() {
  const client = useQueryClient();
  return {
    put(order: ListedOrder): void {
      client.setQueriesData<CachedPage>({ queryKey: keys.orders }, (cached) => cached && withOrder(cached, order));
      void client.invalidateQueries({ queryKey: keys.overview });
    },
    async reload(): Promise<void> {
      await Promise.all([keys.orders, keys.overview].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  };
}

/** The current state of the order: 'deleted' if it was deleted, undefined if the request failed. */
export async function findOrder(code: string): Promise<ListedOrder | 'deleted' | undefined> {
  const found = await call(listOrders, { query: { q: code, pageSize: 1 } });
  if (!found.success) return undefined;
  return found.data.find((order) => order.order_code === code && order.closed === null) ?? 'deleted';
}
