import type { User } from '#contract/users.ts';
import type { AccountView } from '../../paths.ts';

type Status = User['status'];
export type PlanView = Extract<AccountView, 'tariff' | 'order'>;

/** The user's order became another one, or none: words that say so, the user's data as they are now, and where to go if not to the card. */
export type OnOrder = (text: string, user: User, to?: AccountView) => void;

export const isPlanView = (view: AccountView | undefined): view is PlanView => view === 'tariff' || view === 'order';

/** The menu's item by the state of the order (specification 4, "Dashboard by status"). */
export function planStepOf(status: Status): { view: PlanView; isDisabled: boolean } {
  if (status === 'processing' || status === 'confirmed') return { view: 'order', isDisabled: status === 'confirmed' };
  return { view: 'tariff', isDisabled: status === 'completed' };
}

/** Key of the reason why a view cannot be shown in that state, for addresses that are typed or kept; a waiting order may be changed. */
export function refusalOf(view: PlanView, status: Status): string | undefined {
  if (status === 'completed') return 'tariffApi.request.running';
  if (view === 'order') return status === null ? 'tariffApi.order.404' : undefined;
  return status === 'confirmed' ? 'tariffApi.request.confirmed' : undefined;
}
