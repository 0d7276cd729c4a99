import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { getCurrentOrder, type Order } from '#contract/orders.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** The current order with payment details in the given language. Never cached, because payment details must be up to date. */
export const currentOrderQuery = (language: Language) =>
  queryOptions({
    queryKey: [...keys.order, language],
    queryFn: ({ signal }) => unwrap(call(getCurrentOrder, { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** The user with the order applied, until the user is fetched again. */
export function withOrder(user: User, order: Order): User {
  const { status, order_code, amount_due, payment_months, tariff_change, tariff_start_date, tariff_end_date } = order;
  const own = { ...user, status, order_code, amount_due, payment_months, tariff_change };
  return status === 'completed' ? { ...own, tariff: tariff_change, tariff_start_date, tariff_end_date } : own;
}

export const withoutOrder = (user: User): User => ({
  ...user,
  status: null,
  order_code: null,
  amount_due: null,
  payment_months: null,
  tariff_change: null,
});
