import type { OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { SellerRepos, SellerService } from '../payments/seller.service.ts';
import { periodOfOrder } from '../periods/periods.rules.ts';
import type { PeriodRepos, PeriodsService } from '../periods/periods.service.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import type { UserRow } from '../users/users.service.ts';
import { paymentReceivedMail } from './orders.mails.ts';
import type { OrderRow, OrdersRepo } from './orders.repo.ts';
import { toOrder } from './orders.rows.ts';
import { stepError } from './orders.rules.ts';

export interface OrderRepos extends PeriodRepos, SellerRepos {
  orders: OrdersRepo;
}

interface Deps {
  periods: Pick<PeriodsService, 'start'>;
  seller: Pick<SellerService, 'lineFor'>;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

/** A locked order and its user; the user is undefined once the account was deleted. */
export interface LockedOrder {
  order: OrderRow;
  user: UserRow | undefined;
}

type OrderColumns = Partial<OrderRow> & { is_announced?: 1; is_in_force?: 0; continued_at?: null };

const factsOf = ({ tariff, tariff_start_date, tariff_end_date }: TariffFacts): TariffFacts => ({
  tariff,
  tariff_start_date,
  tariff_end_date,
});

/** Changes an order that still has its status; 409 otherwise. */
export async function advance(repos: OrderRepos, order: OrderRow, status: OrderStatus, change: OrderColumns): Promise<OrderRow> {
  const row = await repos.orders.update(order.id, order.status, { status, ...change });
  if (!row) throw new AppError('tariffApi.status.sequence');
  return row;
}

export type OrderStepsService = ReturnType<typeof orderStepsService>;

/** The steps of an order. Each runs in the caller's transaction, with the order and its user locked. */
export function orderStepsService({ periods, seller, mails, clock }: Deps) {
  /** Marks the order as paid by the payment `income_id`, and emails the user. 409 if its status has changed. */
  async function confirm(
    repos: OrderRepos,
    { order, user }: LockedOrder,
    by: 'admin' | 'card',
    income_id: number | null,
  ): Promise<OrderRow> {
    const change = {
      confirmed_at: isoTime(clock.now()),
      is_card_paid: by === 'card' ? 1 : 0,
      is_announced: 1,
      income_id,
      activation_undone_at: null,
    } as const;
    const confirmed = await advance(repos, order, 'confirmed', change);
    if (user) await mails.queue(repos, paymentReceivedMail(user, confirmed, await seller.lineFor(repos, user.language)));
    return confirmed;
  }

  /**
   * Completes the order. Its paid period starts now, or at the end of a running one of the same tariff, which it continues; without a user
   * there is no period. 409 if the status of the order has changed.
   */
  async function complete(repos: OrderRepos, { order, user }: LockedOrder): Promise<OrderRow> {
    const now = clock.now();
    const period = periodOfOrder(order, user, now);
    const taken = user && { ...period, tariff_before: JSON.stringify(factsOf(user)) };
    const completed = await advance(repos, order, 'completed', { completed_at: isoTime(now), is_announced: 1, ...taken });
    const isRenewal = user?.tariff_end_date === period.tariff_start_date;
    const { tariff_end_date, tariff_start_date } = period;
    const from = isRenewal ? (user.tariff_start_date ?? tariff_start_date) : tariff_start_date;
    if (user) await periods.start(repos, user, { tariff: order.tariff_change, tariff_start_date: from, tariff_end_date });
    return completed;
  }

  return {
    confirm,
    complete,
    /** The order as the API returns it and the audit log keeps it. */
    toOrder,

    /** Locks the user, then the order; undefined for an unknown code. */
    async lockOrderAndUser(repos: OrderRepos, code: string): Promise<LockedOrder | undefined> {
      const found = await repos.orders.findByCode(code);
      const user = found?.user_id == null ? undefined : await repos.users.lock(found.user_id);
      const order = await repos.orders.lock(code);
      return order && { order, user };
    },

    /** Whether an order may take that step now: 409 for any other status, with a separate error code for a completed order. */
    assertStep(order: OrderRow, status: OrderStatus): void {
      const error = stepError(order.status, status);
      if (error) throw new AppError(error);
    },
  };
}
