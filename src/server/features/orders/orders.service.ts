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
  mails: Pick<MailsService, 'queue' | 'wake'>;
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

/** Codes are random among 410 million: a second try is rare, a fifth means that something is broken. */
const CODE_TRIES = 5;

/** Nobody may pay while orders are paused: the details may be wrong then. */
const shownDetails = (details: PaymentDetails): PaymentDetails =>
  details.is_active === 1 ? details : { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0 };

type Owner = TariffFacts & { id: number };

/** The open order of a user, or the one that paid for the running period. */
export async function findCurrent(orders: OrdersRepo, user: Owner, now: number): Promise<Order | undefined> {
  const open = await orders.findOpen(user.id);
  if (open) return toOrder(open);
  if (tariffInForce(user, now) === 'basic' || !user.tariff_start_date || !user.tariff_end_date) return undefined;
  const paid = await orders.findPaid(user.id, user.tariff_start_date, user.tariff_end_date);
  return paid && toOrder(paid);
}

/** What a user does with an order (specification 1 and 4, product decisions, part 3). */
export function ordersService({ work, steps, prices, payments, mails, checkouts, clock, tokens, isCardActive }: Deps) {
  /** The user, held, when an order may be made; with the one that waits for its payment. */
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

  async function insert(repos: UserOrderRepos, userId: number, content: OrderRequest & { amount_due: number }): Promise<OrderRow> {
    for (let n = 0; n < CODE_TRIES; n += 1) {
      const row = await repos.orders.insert({
        ...content,
        code: tokens.newOrderCode(),
        user_id: userId,
        status: 'processing',
        created_at: isoTime(clock.now()),
        ...{ confirmed_at: null, completed_at: null, tariff_start_date: null, tariff_end_date: null },
      });
      if (row) return row;
    }
    throw new Error('No order code was free.');
  }

  /** A new one, or the waiting one with its code kept; none when the waiting one is the same already. */
  async function upsert(
    repos: UserOrderRepos,
    userId: number,
    open: OrderRow | undefined,
    wish: OrderRequest,
  ): Promise<OrderRow | undefined> {
    const { tariff_change, payment_months } = wish;
    const content = { tariff_change, payment_months, amount_due: amountDue(await prices.centsOf(repos, tariff_change), payment_months) };
    if (!open) return insert(repos, userId, content);
    const isSame = Object.entries(content).every(([name, value]) => open[name as keyof typeof content] === value);
    return isSame ? undefined : repos.orders.update(open.id, 'processing', content);
  }

  return {
    /**
     * Orders a paid tariff; code and amount are the server's. A plan whose price is 0 is completed at once. 409 while payment is off,
     * while a payment waits to become a tariff, and while a paid period runs.
     */
    async create({ userId }: Caller, wish: OrderRequest, language: Language): Promise<Order> {
      const { order, isReplaced } = await work.inTransaction(async (repos) => {
        const { user, open } = await assertCanOrder(repos, userId, language);
        const row = await upsert(repos, userId, open, wish);
        if (!row) return { order: open as OrderRow, isReplaced: false };
        const isReplaced = open !== undefined;
        if (row.amount_due === 0) return { order: await steps.complete(repos, { order: row, user }), isReplaced };
        await mails.queue(repos, orderMadeMail(user.email, language, row, await payments.get(language, repos)));
        return { order: row, isReplaced };
      });
      mails.wake();
      if (isReplaced) await checkouts.closeAll(order.code);
      return toOrder(order);
    },

    /** With the payment details in the caller's language, which are empty while orders in that language are paused. */
    async getCurrent(
      { userId }: Caller,
      language: Language,
    ): Promise<{ data: Order | null; payment: PaymentDetails; is_card_active: boolean }> {
      const user = await work.repos.users.find(userId);
      if (!user) throw new AppError('api.401');
      const order = await findCurrent(work.repos.orders, user, clock.now());
      return { data: order ?? null, payment: shownDetails(await payments.get(language)), is_card_active: isCardActive };
    },

    /** 400 for an order that is not there or not the caller's, 409 once the money came (product decisions, part 2). */
    async cancel({ userId }: Caller, code: string): Promise<void> {
      await work.inTransaction(async (repos) => {
        const held = await steps.lockOrderAndUser(repos, code);
        if (held?.order.user_id !== userId) throw new AppError('tariffApi.delete.400');
        if (!(await repos.orders.delete(held.order.id, 'processing'))) throw new AppError('tariffApi.delete.409');
      });
      await checkouts.closeAll(code);
    },
  };
}
