import type { Language } from '#contract/languages.ts';
import type { Order } from '#contract/orders.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import type { PaidTariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { PaymentRepos, PaymentsService } from '../payments/payments.service.ts';
import { isPeriodRunning } from '../periods/periods.rules.ts';
import type { PriceRepos, PricesService } from '../prices/prices.service.ts';
import { type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRow } from '../users/users.service.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';
import { orderMadeMail } from './orders.mails.ts';
import type { OrderRow, OrdersRepo } from './orders.repo.ts';
import { toOrder } from './orders.rows.ts';
import { amountDue } from './orders.rules.ts';

interface UserOrderRepos extends OrderRepos, PriceRepos, PaymentRepos {}

interface Deps {
  work: Work<UserOrderRepos>;
  steps: OrderStepsService;
  prices: Pick<PricesService, 'centsOf'>;
  payments: Pick<PaymentsService, 'get' | 'isActive'>;
  mails: Pick<MailsService, 'queue'>;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
  clock: Clock;
  tokens: Pick<Tokens, 'newOrderCode'>;
  isCardActive: boolean;
}

export interface OrderRequest {
  tariff_change: PaidTariff;
  payment_months: number;
}

export type OrdersService = ReturnType<typeof ordersService>;

/** There are 410 million random codes: a second attempt is rare, and a fifth means that something is broken. */
const CODE_ATTEMPTS = 5;

/** Hides the payment details while orders are paused, since they may be wrong then. */
const shownDetails = (details: PaymentDetails): PaymentDetails =>
  details.is_active === 1 ? details : { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0 };

type Owner = TariffFacts & { id: number };

/** The open order of a user, or the one that paid for the running period. */
export async function findCurrent(orders: OrdersRepo, user: Owner, now: number): Promise<Order | undefined> {
  const open = await orders.findOpen(user.id);
  if (open) return toOrder(open);
  const started = user.tariff_start_date ? await orders.findStarted(user.id, user.tariff_start_date) : undefined;
  return started && isPeriodRunning(started, user, now) ? toOrder(started) : undefined;
}

/** A user's operations on their own orders (docs/product.md, Orders and payments). */
export function ordersService({ work, steps, prices, payments, mails, checkouts, clock, tokens, isCardActive }: Deps) {
  /** Locks the user and checks that an order is allowed. Returns the unpaid order too, if any. */
  async function assertCanOrder(
    repos: UserOrderRepos,
    userId: number,
    language: Language,
  ): Promise<{ user: UserRow; open: OrderRow | undefined }> {
    const user = await repos.users.lock(userId);
    if (!user) throw new AppError('tariffApi.request.400');
    if (!(await payments.isActive(repos, language))) throw new AppError('tariffApi.request.blocked');
    const open = await repos.orders.findOpen(userId);
    if (open?.status === 'confirmed') throw new AppError('tariffApi.request.confirmed');
    if (tariffInForce(user, clock.now()) !== 'basic') throw new AppError('tariffApi.request.running');
    return { user, open };
  }

  async function insert(repos: UserOrderRepos, user: UserRow, content: OrderRequest & { amount_due: number }): Promise<OrderRow> {
    for (let n = 0; n < CODE_ATTEMPTS; n += 1) {
      const row = await repos.orders.insert({
        ...content,
        code: tokens.newOrderCode(),
        ...{ user_id: user.id, tariff_from: tariffInForce(user, clock.now()), status: 'processing', created_at: isoTime(clock.now()) },
        ...{ confirmed_at: null, completed_at: null, tariff_start_date: null, tariff_end_date: null },
      });
      if (row) return row;
    }
    throw new Error('No order code was free.');
  }

  /** Inserts an order, or updates the unpaid one, which keeps its code. Undefined if the unpaid order already matches the request. */
  async function upsert(
    repos: UserOrderRepos,
    user: UserRow,
    open: OrderRow | undefined,
    request: OrderRequest,
  ): Promise<OrderRow | undefined> {
    const { tariff_change, payment_months } = request;
    const content = { tariff_change, payment_months, amount_due: amountDue(await prices.centsOf(repos, tariff_change), payment_months) };
    if (!open) return insert(repos, user, content);
    const isSame = Object.entries(content).every(([name, value]) => open[name as keyof typeof content] === value);
    return isSame ? undefined : repos.orders.update(open.id, 'processing', content);
  }

  return {
    /**
     * Orders a paid tariff, or changes the unpaid order; the server sets code and amount. An order of 0 dollars is completed at once.
     * 400 for an unknown user; 409 while orders are paused, while a confirmed order waits for its tariff, and during a paid period.
     */
    async create({ userId }: Caller, request: OrderRequest, language: Language): Promise<Order> {
      const order = await work.inTransaction(async (repos) => {
        const { user, open } = await assertCanOrder(repos, userId, language);
        const row = await upsert(repos, user, open, request);
        if (!row) return open as OrderRow;
        if (open) repos.after(() => checkouts.closeAll(open.code));
        if (row.amount_due === 0) return steps.complete(repos, { order: row, user });
        await mails.queue(repos, orderMadeMail(user.email, language, row, await payments.get(language, repos)));
        return row;
      });
      return toOrder(order);
    },

    /** The current order and the payment details in the caller's language, empty while orders in that language are paused. */
    async getCurrent(
      { userId }: Caller,
      language: Language,
    ): Promise<{ data: Order | null; payment: PaymentDetails; is_card_active: boolean }> {
      const user = await work.repos.users.find(userId);
      if (!user) throw new AppError('api.401');
      const order = await findCurrent(work.repos.orders, user, clock.now());
      return { data: order ?? null, payment: shownDetails(await payments.get(language)), is_card_active: isCardActive };
    },

    /** 400 if the order does not exist or belongs to another user, 409 once its payment is confirmed. */
    async cancel({ userId }: Caller, code: string): Promise<void> {
      await work.inTransaction(async (repos) => {
        repos.after(() => checkouts.closeAll(code));
        const locked = await steps.lockOrderAndUser(repos, code);
        if (locked?.order.user_id !== userId) throw new AppError('tariffApi.delete.400');
        if (!(await repos.orders.delete(locked.order.id, 'processing'))) throw new AppError('tariffApi.delete.409');
      });
    },
  };
}
