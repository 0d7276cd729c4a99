import { fromCents } from '#contract/money.ts';
import type { ListedOrder, Order } from '#contract/orders.ts';
import type { ListedOrderRow } from './order-list.repo.ts';
import type { OrderRow } from './orders.repo.ts';

/** The order as the API returns it: the amount in dollars instead of cents. */
export const toOrder = (row: OrderRow): Order => ({
  order_code: row.code,
  user_id: row.user_id,
  tariff_change: row.tariff_change,
  payment_months: row.payment_months,
  amount_due: fromCents(row.amount_due),
  status: row.status,
  tariff_start_date: row.tariff_start_date,
  tariff_end_date: row.tariff_end_date,
  created_at: row.created_at,
});

export const toListedOrder = (row: ListedOrderRow): ListedOrder => ({ ...toOrder(row), email: row.email });
