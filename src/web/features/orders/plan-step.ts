import { RENEWAL_DAYS } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import type { User } from '#contract/users.ts';
import type { AccountView } from '../../paths.ts';

type Status = User['status'];
export type PlanView = Extract<AccountView, 'tariff' | 'order'>;

/**
 * Called when the user's order was created, changed or cancelled: a message, the updated user, and the view to open instead of the card.
 */
export type OnOrder = (text: string, user: User, to?: AccountView) => void;

export const isPlanView = (view: AccountView | undefined): view is PlanView => view === 'tariff' || view === 'order';

/** Whether the paid period runs on while its tariff is ordered again. */
export const isRenewal = ({ tariff, status }: Pick<User, 'tariff' | 'status'>): boolean => tariff !== 'basic' && status !== null;

/** Whether the running tariff can be ordered again: shortly before the end of its period. */
export const canExtend = ({ status, tariff_end_date: end }: Pick<User, 'status' | 'tariff_end_date'>): boolean =>
  status === 'completed' && end !== null && Date.parse(end) - Date.now() <= RENEWAL_DAYS * DAY;

/** The menu item for the status of the order. */
export function planStepOf(status: Status): { view: PlanView; isDisabled: boolean } {
  if (status === 'processing' || status === 'confirmed') return { view: 'order', isDisabled: status === 'confirmed' };
  return { view: 'tariff', isDisabled: status === 'completed' };
}

/**
 * Error key if the view is unavailable to the user, for URLs that are typed or bookmarked. An order that awaits payment can still be
 * changed.
 */
export function unavailableReasonOf(view: PlanView, user: Pick<User, 'status' | 'tariff_end_date'>): string | undefined {
  const { status } = user;
  if (view === 'tariff' && canExtend(user)) return undefined;
  if (status === 'completed') return 'tariffApi.request.running';
  if (view === 'order') return status === null ? 'tariffApi.order.404' : undefined;
  return status === 'confirmed' ? 'tariffApi.request.confirmed' : undefined;
}
