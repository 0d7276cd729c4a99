import type { Language } from '#contract/languages.ts';
import type { PaidTariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { IncomeRepos } from '../income/bookings.service.ts';
import type { PaymentRepos, PaymentsService } from '../payments/payments.service.ts';
import { canRenew } from '../periods/periods.rules.ts';
import type { PriceRepos, PricesService } from '../prices/prices.service.ts';
import { tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRow } from '../users/users.service.ts';
import type { ClosedOrdersRepo } from './closed-orders.repo.ts';
import type { OrderRepos } from './order-steps.service.ts';
import type { OrderRow } from './orders.repo.ts';
import { amountDue } from './orders.rules.ts';
import { transfersOf } from './transfers.rules.ts';

export interface UserOrderRepos extends OrderRepos, PriceRepos, PaymentRepos, IncomeRepos {
  closedOrders: ClosedOrdersRepo;
}

interface Deps {
  prices: Pick<PricesService, 'centsOf'>;
  payments: Pick<PaymentsService, 'get' | 'isActive'>;
  clock: Clock;
  tokens: Pick<Tokens, 'newOrderCode'>;
}

export interface OrderRequest {
  tariff_change: PaidTariff;
  payment_months: number;
}

/** There are 410 million random codes: a second attempt is rare, and a fifth means that something is broken. */
const CODE_ATTEMPTS = 5;

export type OrderCreationService = ReturnType<typeof orderCreationService>;

/** Creates and replaces orders, in the caller's transaction. */
export function orderCreationService({ prices, payments, clock, tokens }: Deps) {
  /** Locks the user and checks that an order is allowed. Returns the unpaid order too, if any. */
  async function assertCanOrder(
    repos: UserOrderRepos,
    userId: number,
    request: OrderRequest,
    language: Language,
  ): Promise<{ user: UserRow; open: OrderRow | undefined }> {
    const user = await repos.users.lock(userId);
    if (!user) throw new AppError('tariffApi.request.400');
    if (!(await payments.isActive(repos, language))) throw new AppError('tariffApi.request.blocked');
    const open = await repos.orders.findOpen(userId);
    if (open?.status === 'confirmed') throw new AppError('tariffApi.request.confirmed');
    const now = clock.now();
    if (tariffInForce(user, now) !== 'basic' && !canRenew(user, request.tariff_change, now))
      throw new AppError('tariffApi.request.running');
    return { user, open };
  }

  async function insert(
    repos: UserOrderRepos,
    user: UserRow,
    content: OrderRequest & { amount_due: number; transfers: string },
  ): Promise<OrderRow> {
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
    language: Language,
  ): Promise<OrderRow | undefined> {
    const { tariff_change, payment_months } = request;
    const content = { tariff_change, payment_months, amount_due: amountDue(await prices.centsOf(repos, tariff_change), payment_months) };
    const ordered = { ...content, transfers: transfersOf(content.amount_due, language, await repos.payments.list()) };
    if (!open) return insert(repos, user, ordered);
    const isSame = Object.entries(content).every(([name, value]) => open[name as keyof typeof content] === value);
    if (isSame) return undefined;
    await repos.closedOrders.insert(open, 'replaced', isoTime(clock.now()));
    return repos.orders.update(open.id, 'processing', ordered);
  }

  return { assertCanOrder, upsert };
}
