import type { ListedOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/tariffs.ts';

/** The period of a completed order; `replaced` if the tariff was changed or the account deleted since, `none` if it never started. */
export type PeriodState = 'running' | 'replaced' | 'over' | 'none';

export function periodState({ tariff_end_date: end, is_running }: ListedOrder): PeriodState {
  if (end === null) return 'none';
  if (Date.parse(end) <= Date.now()) return 'over';
  return is_running ? 'running' : 'replaced';
}

type RemovalEffect = 'processing' | 'confirmed' | 'ahead' | 'refund' | 'running' | 'continued' | 'replaced' | 'over' | 'nobody';

/** The effect of deleting an order on its user. */
export function removalEffect(order: ListedOrder): RemovalEffect {
  const { status, user_id } = order;
  if (user_id === null) return status === 'confirmed' ? 'refund' : 'nobody';
  if (status !== 'completed') return status;
  const state = periodState(order);
  if (state === 'running' && Date.parse(order.tariff_start_date ?? '') > Date.now()) return 'ahead';
  if (state === 'running' && order.continued_months > 0) return 'continued';
  return state === 'none' ? 'over' : state;
}

/** An order of a deleted account is closed: there is nobody to activate a tariff for. */
export const stepName = ({ user_id }: ListedOrder, next: 'confirmed' | 'completed'): 'confirmed' | 'completed' | 'closed' =>
  next === 'completed' && user_id === null ? 'closed' : next;

/** The status as shown: `closed` if the order was completed without a period. */
export const shownStatus = ({ status, tariff_end_date }: ListedOrder): OrderStatus | 'closed' =>
  status === 'completed' && tariff_end_date === null ? 'closed' : status;
