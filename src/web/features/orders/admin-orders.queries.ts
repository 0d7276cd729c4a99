import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ListedOrder, listOrders } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/tariffs.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { LIST_QUERY } from '../../lists/list-query.ts';

export const ORDER_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

const KEY = ['admin', 'orders'];

/** One page of orders, newest first. */
export const ordersQuery = (query: { status: OrderFilter; q: string; page: number }) =>
  queryOptions({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query, signal })),
    ...LIST_QUERY,
  });

/** Cache updates after an action: `put` replaces a row in the loaded pages, `reload` fetches them again. */
export function useOrderPages() {
  const client = useQueryClient();
  return {
    put: (order: ListedOrder) =>
      client.setQueriesData<{ data: ListedOrder[]; total: number }>(
        { queryKey: KEY },
        (cached) => cached && { ...cached, data: cached.data.map((one) => (one.order_code === order.order_code ? order : one)) },
      ),
    reload: () => client.invalidateQueries({ queryKey: KEY }),
  };
}

/** The current state of the order: 'deleted' if it was deleted, undefined if the request failed. */
export async function findOrder(code: string): Promise<ListedOrder | 'deleted' | undefined> {
  const found = await call(listOrders, { query: { q: code, pageSize: 1 } });
  if (!found.success) return undefined;
  return found.data.find((order) => order.order_code === code) ?? 'deleted';
}
