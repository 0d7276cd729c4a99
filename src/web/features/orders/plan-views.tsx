import type { User } from '#contract/users.ts';
import { OrderView } from './order-view.tsx';
import type { OnOrder, PlanView } from './plan-step.ts';
import { TariffView } from './tariff-view.tsx';

interface PlanViewsProps {
  view: PlanView;
  user: User;
  onOrder: OnOrder;
}

/** The tariff form or the order, in place of the account card. */
export function PlanViews({ view, user, onOrder }: PlanViewsProps) {
  return view === 'order' ? <OrderView user={user} onOrder={onOrder} /> : <TariffView user={user} onOrder={onOrder} />;
}
