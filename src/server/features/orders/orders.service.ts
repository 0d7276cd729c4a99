import type { Language } from '#contract/languages.ts';
import type { Order, OwnOrder } from '#contract/orders.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import { NO_RATE } from '#contract/transfers.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { PaymentsService } from '../payments/payments.service.ts';
import type { SellerService } from '../payments/seller.service.ts';
import { isPeriodRunning } from '../periods/periods.rules.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import { withPayments } from './listed-orders.service.ts';
import type { OrderCreationService, OrderRequest, UserOrderRepos } from './order-creation.service.ts';
import type { OrderStepsService } from './order-steps.service.ts';
import { orderMadeMail } from './orders.mails.ts';
import type { OrderRow, OrdersRepo } from './orders.repo.ts';
import { toOrder } from './orders.rows.ts';

interface Deps {
  work: Work<UserOrderRepos>;
  steps: OrderStepsService;
  creation: OrderCreationService;
  payments: Pick<PaymentsService, 'get'>;
  seller: Pick<SellerService, 'lineFor'>;
  mails: Pick<MailsService, 'queue'>;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
  clock: Clock;
  isCardActive: boolean;
}

export type OrdersService = ReturnType<typeof ordersService>;

/** Hides the payment details while orders are paused, since they may be wrong then. */
const shownDetails = (details: PaymentDetails): PaymentDetails =>
  details.is_active === 1 ? details : { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0, ...NO_RATE };

type Owner = TariffFacts & { id: number };

/** The open order of a user, or the one that paid for the running period. */
export async function findCurrent(orders: OrdersRepo, user: Owner, now: number): Promise<OrderRow | undefined> {
  const open = await orders.findOpen(user.id);
  if (open) return open;
  return (await orders.listRunning(user.id, isoTime(now))).find((order) => isPeriodRunning(order, user, now));
}

/** A user's operations on their own orders (docs/product.md, Orders and payments). */
export function ordersService({ work, steps, creation, payments, seller, mails, checkouts, clock, isCardActive }: Deps) {
  return {
    /**
     * Orders a paid tariff, or changes the unpaid order; the server sets code and amount. An order of 0 dollars is completed at once.
     * 400 for an unknown user; 409 while orders are paused, while a confirmed order waits for its tariff, and during a paid period,
     * except for the same tariff shortly before its end.
     */
    async create({ userId }: Caller, request: OrderRequest, language: Language): Promise<Order> {
      const order = await work.inTransaction(async (repos) => {
        const { user, open } = await creation.assertCanOrder(repos, userId, request, language);
        const row = await creation.upsert(repos, user, open, request, language);
        if (!row) return open as OrderRow;
        if (open) repos.after(() => checkouts.closeAll(open.code));
        if (row.amount_due === 0) return steps.complete(repos, { order: row, user });
        const [details, line] = [await payments.get(language, repos), await seller.lineFor(repos, language)];
        await mails.queue(repos, orderMadeMail(user.email, language, row, details, line));
        return row;
      });
      return toOrder(order, language);
    },

    /** The current order and the payment details in the caller's language, empty while orders in that language are paused. */
    async getCurrent(
      { userId }: Caller,
      language: Language,
    ): Promise<{ data: OwnOrder | null; payment: PaymentDetails; is_card_active: boolean }> {
      const user = await work.repos.users.find(userId);
      if (!user) throw new AppError('api.401');
      const order = await findCurrent(work.repos.orders, user, clock.now());
      return {
        data: order ? await withPayments(work.repos, order, language) : null,
        payment: shownDetails(await payments.get(language)),
        is_card_active: isCardActive,
      };
    },

    /** 400 if the order does not exist or belongs to another user, 409 once its payment is confirmed. */
    async cancel({ userId }: Caller, code: string): Promise<void> {
      await work.inTransaction(async (repos) => {
        repos.after(() => checkouts.closeAll(code));
        const locked = await steps.lockOrderAndUser(repos, code);
        if (locked?.order.user_id !== userId) throw new AppError('tariffApi.delete.400');
        if (!(await repos.orders.delete(locked.order.id, 'processing'))) throw new AppError('tariffApi.delete.409');
        await repos.closedOrders.insert(locked.order, 'cancelled', isoTime(clock.now()));
      });
    },
  };
}
