import type { Income, IncomeKind } from '#contract/income.ts';
import { toCents } from '#contract/money.ts';
import type { ListedOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { Booking, BookingsService } from '../income/bookings.service.ts';
import { DOLLARS } from '../income/income.rules.ts';
import { toIncome } from '../income/income-wire.rules.ts';
import type { AdminOrderRepos } from './admin-orders.service.ts';
import type { ListedOrdersService } from './listed-orders.service.ts';
import { bookingOf, type OrderConfirmationService, type PaymentFacts } from './order-confirmation.service.ts';
import type { LockedOrder, OrderStepsService } from './order-steps.service.ts';
import type { OrderUndosService } from './order-undos.service.ts';
import type { OrderRow } from './orders.repo.ts';
import { toOrder } from './orders.rows.ts';
import { worthIn } from './transfers.rules.ts';

interface Deps {
  work: Work<AdminOrderRepos>;
  listed: ListedOrdersService;
  steps: OrderStepsService;
  undos: OrderUndosService;
  bookings: BookingsService;
  confirmation: OrderConfirmationService;
  audit: AuditService;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
}

export interface StatusRequest extends PaymentFacts {
  status: OrderStatus;
  /** Dollars, as shown to the administrator. */
  amount_due?: number | undefined;
}

export interface NewIncome extends PaymentFacts {
  kind: IncomeKind;
  order_code?: string | null | undefined;
  user_id?: number | null | undefined;
  corrects?: number | undefined;
}

export interface UndoRequest {
  confirmed_at?: string | undefined;
  paid_on?: string | undefined;
  reason?: string | undefined;
}

export interface ActivationUndo {
  reason: string;
  completed_at?: string | undefined;
}

/** Whom and what a payment without a step of an order belongs to; the order may be closed. */
export async function paymentTarget(
  repos: AdminOrderRepos,
  steps: Pick<OrderStepsService, 'lockOrderAndUser'>,
  { order_code, user_id, currency = DOLLARS }: Pick<NewIncome, 'order_code' | 'user_id' | 'currency'>,
): Promise<Pick<Booking, 'order' | 'userId'>> {
  if (order_code) {
    const order = (await steps.lockOrderAndUser(repos, order_code))?.order ?? (await repos.closedOrders.list([order_code]))[0];
    if (!order) throw new AppError('tariffApi.order.404');
    // Locks the user of a closed order too, who may just be deleting the account.
    const user = order.user_id === null ? undefined : await repos.users.lock(order.user_id);
    return { order: { code: order_code, tariff: order.tariff_change, worth: worthIn(order, currency) }, userId: user?.id ?? null };
  }
  if (user_id == null) return { userId: null };
  if (!(await repos.users.lock(user_id))) throw new AppError('api.user.404');
  return { userId: user_id };
}

export type OrderPaymentsService = ReturnType<typeof orderPaymentsService>;

/** Steps of orders with the payments that they record, and payments recorded alone. Every change is written to the audit log. */
export function orderPaymentsService({ work, listed, steps, undos, bookings, confirmation, audit, checkouts }: Deps) {
  async function locked(repos: AdminOrderRepos, code: string): Promise<LockedOrder> {
    const found = await steps.lockOrderAndUser(repos, code);
    if (!found) throw new AppError('tariffApi.order.404');
    return found;
  }

  /** Confirms a locked order with its payment, unless something is missing without a reason. */
  async function confirm(repos: AdminOrderRepos, admin: AdminCaller, found: LockedOrder, facts: PaymentFacts): Promise<void> {
    await follow(repos, admin, found, await confirmation.confirm(repos, admin, found, facts));
  }

  /** What follows a step of an order, if it has taken place. */
  async function follow(repos: AdminOrderRepos, admin: AdminCaller, { order }: LockedOrder, row: OrderRow | undefined): Promise<void> {
    if (!row) return;
    repos.after(() => checkouts.closeAll(order.code));
    const entry = { actor: admin.email, action: 'order.status', subject: `order ${order.code}`, userId: row.user_id } as const;
    await audit.write(repos, { ...entry, before: toOrder(order), after: toOrder(row) });
  }

  /** Returns a locked order to `processing`, and corrects a payment of it: by default the one that its confirmation recorded. */
  async function undoConfirmation(
    repos: AdminOrderRepos,
    admin: AdminCaller,
    found: LockedOrder,
    { confirmed_at, paid_on: paidOn, reason, paymentId = found.order.income_id }: UndoRequest & { paymentId?: number | null },
  ): Promise<void> {
    const row = await undos.confirmation(repos, found, confirmed_at);
    const recorded = paymentId === null ? undefined : await repos.income.find(paymentId);
    if (recorded && recorded.corrected_by === null) await bookings.correct(repos, recorded.id, { source: 'manual', paidOn, reason });
    const entry = { actor: admin.email, action: 'order.undo', subject: `order ${found.order.code}`, userId: row.user_id } as const;
    await audit.write(repos, { ...entry, before: toOrder(found.order), after: toOrder(row) });
  }

  return {
    confirm,
    undoConfirmation,

    /**
     * Moves an order to the next status; a confirmation records the payment. 404 for an unknown code; 409 for any other status, and if the
     * amount due is no longer the one shown to the administrator.
     */
    update: (admin: AdminCaller, code: string, { status, amount_due, ...facts }: StatusRequest): Promise<ListedOrder> =>
      work.inTransaction(async (repos) => {
        const found = await locked(repos, code);
        const before = toOrder(found.order);
        if (before.status === 'processing' && amount_due !== undefined && amount_due !== before.amount_due) {
          throw new AppError('tariffApi.status.changed');
        }
        steps.assertStep(found.order, status);
        if (status === 'confirmed') await confirm(repos, admin, found, facts);
        else await follow(repos, admin, found, await steps.complete(repos, found));
        return listed.find(repos, code);
      }),

    /**
     * Undoes the confirmation of a payment, and corrects the record that it made. 404 for an unknown code; 409 if the tariff has started,
     * if the order was paid by card, and if it is not confirmed as the administrator saw it.
     */
    undo: (admin: AdminCaller, code: string, request: UndoRequest): Promise<ListedOrder> =>
      work.inTransaction(async (repos) => {
        await undoConfirmation(repos, admin, await locked(repos, code), request);
        return listed.find(repos, code);
      }),

    /** Undoes the activation of an order. 404 for an unknown code, 409 if something has followed, or it is not active as it was seen. */
    undoActivation: (admin: AdminCaller, code: string, { completed_at, reason }: ActivationUndo): Promise<ListedOrder> =>
      work.inTransaction(async (repos) => {
        const found = await locked(repos, code);
        const row = await undos.completion(repos, found, completed_at);
        const entry = { actor: admin.email, action: 'order.undoActivation', subject: `order ${code}`, userId: row.user_id } as const;
        await audit.write(repos, { ...entry, before: toOrder(found.order), after: toOrder(row), reason });
        return listed.find(repos, code);
      }),

    /** Records a payment, a refund or a correction; the status of an order stays. 404 for an unknown code or user. */
    create: (admin: AdminCaller, request: NewIncome, idempotencyKey: IdempotencyKey | undefined): Promise<Income> =>
      work.inTransaction(async (repos) => {
        const key = idempotencyKey && { ...idempotencyKey, key: `${admin.adminId} ${idempotencyKey.key}` };
        const earlier = await bookings.findByKey(repos, key);
        if (earlier) return toIncome(earlier);
        const { kind, corrects, amount = 0, paid_on: paidOn, reason } = request;
        const row =
          kind === 'correction'
            ? await bookings.correct(repos, corrects ?? 0, { source: 'manual', paidOn, reason, key })
            : await bookings.record(repos, {
                ...bookingOf(request),
                ...(await paymentTarget(repos, steps, request)),
                ...{ kind, cents: toCents(amount), key },
              });
        await confirmation.log(repos, admin, row);
        return toIncome(row);
      }),
  };
}
