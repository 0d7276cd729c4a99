import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ListedOrder, listOrders } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/tariffs.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';

export const ORDER_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

const KEY = ['admin', 'orders'];

/** A page of orders, newest first. The page before stays in sight until the next has come. */
export const ordersQuery = (query: { status: OrderFilter; q: string; page: number }) =>
  queryOptions({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** What follows from a deed: a row is written into the pages that are loaded, or they are read again. */
export function useOrderPages() {
  const client = useQueryClient();
  return {
    put: (order: ListedOrder) =>
      client.setQueriesData<{ data: ListedOrder[]; total: number }>(
        { queryKey: KEY },
        (known) => known && { ...known, data: known.data.map((one) => (one.order_code === order.order_code ? order : one)) },
      ),
    reload: () => client.invalidateQueries({ queryKey: KEY }),
  };
}

/** The order as it is now; undefined when it is gone or cannot be read. */
export async function findOrder(code: string): Promise<ListedOrder | 'gone' | undefined> {
  const found = await call(listOrders, { query: { q: code, pageSize: 1 } });
  if (!found.success) return undefined;
  return found.data.find((order) => order.order_code === code) ?? 'gone';
}
