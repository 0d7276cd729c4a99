import { AppError } from '../../app-error.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { SellerService } from '../payments/seller.service.ts';
import { isLastPeriod } from '../periods/periods.rules.ts';
import type { PeriodsService } from '../periods/periods.service.ts';
import { BASIC, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import { advance, type LockedOrder, type OrderRepos } from './order-steps.service.ts';
import { activationUndoneMail, paymentUndoneMail } from './orders.mails.ts';
import type { OrderRow } from './orders.repo.ts';

interface Deps {
  periods: Pick<PeriodsService, 'restore'>;
  seller: Pick<SellerService, 'lineFor'>;
  mails: Pick<MailsService, 'queue' | 'withdraw'>;
  clock: Clock;
}

export type OrderUndosService = ReturnType<typeof orderUndosService>;

/** The way back from each step of an order. Each runs in the caller's transaction, with the order and its user locked. */
export function orderUndosService({ periods, seller, mails, clock }: Deps) {
  /**
   * Returns a confirmed order to `processing`. Emails the user only if the email about the confirmation may have reached them. 409 if the
   * order is not confirmed, was confirmed at another time than `confirmedAt`, or was paid by card.
   */
  async function confirmation(repos: OrderRepos, { order, user }: LockedOrder, confirmedAt: string | undefined): Promise<OrderRow> {
    if (order.status === 'completed') throw new AppError('tariffApi.undo.started');
    if (order.status !== 'confirmed' || order.confirmed_at === null) throw new AppError('tariffApi.status.changed');
    if (confirmedAt !== undefined && confirmedAt !== order.confirmed_at) throw new AppError('tariffApi.status.changed');
    if (order.is_card_paid === 1) throw new AppError('tariffApi.undo.card');
    const undone = await advance(repos, order, 'processing', { confirmed_at: null, income_id: null });
    if (user && (await mails.withdraw(repos, user.email, 'paymentReceived', order.confirmed_at))) {
      await mails.queue(repos, paymentUndoneMail(user, undone, await seller.lineFor(repos, user.language)));
    }
    return undone;
  }

  /**
   * Returns a completed order to `confirmed`, and the user to what the order replaced or continued. The grace time begins again. Emails the
   * user only if the email about the activation may have reached them. 409 if the order is not completed or was completed at another time
   * than `completedAt`, and if something has followed its period.
   */
  async function completion(repos: OrderRepos, { order, user }: LockedOrder, completedAt: string | undefined): Promise<OrderRow> {
    const { status, completed_at, tariff_start_date: start, tariff_before } = order;
    if (status !== 'completed' || completed_at === null) throw new AppError('tariffApi.status.changed');
    if (completedAt !== undefined && completedAt !== completed_at) throw new AppError('tariffApi.status.changed');
    const now = clock.now();
    // An order of 0 dollars has no confirmation to return to, one of a deleted account no period.
    if (!user || start === null || tariff_before === null || order.confirmed_at === null) throw new AppError('tariffApi.undo.followed');
    const former: TariffFacts = JSON.parse(tariff_before);
    if (!isLastPeriod(order, former, user, now) || (await repos.orders.findOpen(user.id))) throw new AppError('tariffApi.undo.followed');
    const none = { completed_at: null, tariff_start_date: null, tariff_end_date: null, tariff_before: null, continued_at: null };
    const undone = await advance(repos, order, 'confirmed', { ...none, is_in_force: 0, activation_undone_at: isoTime(now) });
    await periods.restore(repos, user, former, start);
    if (await mails.withdraw(repos, user.email, 'tariffActivated', completed_at)) {
      const shown = tariffInForce(former, now) === 'basic' ? BASIC : former;
      await mails.queue(repos, activationUndoneMail(user, undone, shown, await seller.lineFor(repos, user.language)));
    }
    return undone;
  }

  return { confirmation, completion };
}
