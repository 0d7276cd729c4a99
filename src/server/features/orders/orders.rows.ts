import type { ListedOrder, Order } from '#contract/orders.ts';
import type { OrderRow } from './orders.repo.ts';

/** As it goes over the wire: dollars for cents. */
export const toOrder = (row: OrderRow): Order => ({
  order_code: row.code,
  user_id: row.user_id,
  tariff_change: row.tariff_change,
  payment_months: row.payment_months,
  amount_due: row.amount_due / 100,
  status: row.status,
  tariff_start_date: row.tariff_start_date,
  tariff_end_date: row.tariff_end_date,
  created_at: row.created_at,
});

export const toListedOrder = (row: OrderRow): ListedOrder => ({ ...toOrder(row), email: row.email });
