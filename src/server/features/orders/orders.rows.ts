import { fromCents } from '#contract/money.ts';
import type { ListedOrder, Order } from '#contract/orders.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import type { OrderRow } from './orders.repo.ts';
import { isPeriodRunning } from './orders.rules.ts';

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

/** The user is undefined once the account was deleted. */
export const toListedOrder = (row: OrderRow, user: (TariffFacts & { email: string }) | undefined, now: number): ListedOrder => ({
  ...toOrder(row),
  email: user?.email ?? null,
  is_running: isPeriodRunning(row, user, now),
});
