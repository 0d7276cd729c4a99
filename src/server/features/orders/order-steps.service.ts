import type { OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { tariffActivatedMail } from '../tariffs/tariff-mails.rules.ts';
import type { UserRepos, UserRow } from '../users/users.service.ts';
import { paymentReceivedMail } from './orders.mails.ts';
import type { OrderRow, OrdersRepo } from './orders.repo.ts';
import { periodFrom, stepError } from './orders.rules.ts';

export interface OrderRepos extends UserRepos, MailRepos {
  orders: OrdersRepo;
}

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

/** An order that is held, and whose it is: nobody's once the account was deleted. */
export interface HeldOrder {
  order: OrderRow;
  user: UserRow | undefined;
}

export type OrderStepsService = ReturnType<typeof orderStepsService>;

/** The steps of an order, each within the caller's transaction, in which the order and its user are held. */
export function orderStepsService({ mails, clock }: Deps) {
  /** The money came (specification 4); the user is told. */
  async function confirm(repos: OrderRepos, { order, user }: HeldOrder): Promise<OrderRow> {
    const confirmed = await advance(repos, order, 'confirmed', { confirmed_at: isoTime(clock.now()) });
    if (user) await mails.queue(repos, paymentReceivedMail(user, confirmed));
    return confirmed;
  }

  /** The period starts now (product decisions, part 3); the user is told. */
  async function complete(repos: OrderRepos, { order, user }: HeldOrder): Promise<OrderRow> {
    const now = clock.now();
    const period = periodFrom(now, order.payment_months);
    const completed = await advance(repos, order, 'completed', { completed_at: isoTime(now), ...period });
    if (user) {
      await repos.users.updateTariff(user.id, { tariff: order.tariff_change, ...period });
      await mails.queue(repos, tariffActivatedMail(user, { tariff: order.tariff_change, ...period }));
    }
    return completed;
  }

  async function advance(repos: OrderRepos, order: OrderRow, status: OrderStatus, change: Partial<OrderRow>): Promise<OrderRow> {
    const row = await repos.orders.update(order.id, order.status, { status, ...change });
    if (!row) throw new AppError('tariffApi.status.sequence');
    return row;
  }

  return {
    confirm,
    complete,

    /** Holds an order and its user, the user first; none when there is no such order. */
    async lockOrderAndUser(repos: OrderRepos, code: string): Promise<HeldOrder | undefined> {
      const found = await repos.orders.findByCode(code);
      const user = found?.user_id == null ? undefined : await repos.users.lock(found.user_id);
      const order = await repos.orders.lock(code);
      return order && { order, user };
    },

    /** The next step of an order; 409 for any other, with a code of its own for a completed one. */
    async step(repos: OrderRepos, held: HeldOrder, status: OrderStatus): Promise<OrderRow> {
      const error = stepError(held.order.status, status);
      if (error) throw new AppError(error);
      return status === 'confirmed' ? confirm(repos, held) : complete(repos, held);
    },
  };
}
