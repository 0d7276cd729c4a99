import { fromCents } from '#contract/money.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { BookingsService, IncomeRow } from '../income/bookings.service.ts';
import type { AdminOrderRepos } from './admin-orders.service.ts';
import { bookingOf, type OrderConfirmationService } from './order-confirmation.service.ts';
import { type OrderPaymentsService, paymentTarget } from './order-payments.service.ts';
import type { LockedOrder, OrderStepsService } from './order-steps.service.ts';
import { missingOf } from './orders.rules.ts';

interface Deps {
  work: Work<AdminOrderRepos>;
  steps: OrderStepsService;
  bookings: BookingsService;
  confirmation: OrderConfirmationService;
  orderPayments: Pick<OrderPaymentsService, 'confirm' | 'undoConfirmation'>;
}

/** A line of a bank statement that an administrator has confirmed. */
export interface StatementPayment {
  day: string;
  /** Negative for money that was given back. */
  cents: number;
  currency: string;
  payer: string;
  purpose: string;
  /** By which the line is known again. */
  key: string;
  order_code: string | null;
  reason?: string | null | undefined;
}

/** Of a recorded line: its key, and the record that was shown. */
export interface StatementUndo {
  key: string;
  income_id: number;
  reason: string;
  paid_on?: string | undefined;
}

const PAYER_SHOWN = 200;

/** Whether the order is confirmed by this payment, or would have more missing without it. */
async function isPaidBy({ income }: AdminOrderRepos, { order }: LockedOrder, payment: IncomeRow): Promise<boolean> {
  if (order.income_id === payment.id) return true;
  if (order.status === 'processing') return false;
  const payments = await income.listByOrders([order.code]);
  const others = payments.filter(({ id }) => id !== payment.id);
  return missingOf(order, others) > missingOf(order, payments);
}

export type StatementPaymentsService = ReturnType<typeof statementPaymentsService>;

export const statementPaymentsService = ({ work, steps, bookings, confirmation, orderPayments }: Deps) => ({
  /**
   * Records a line once; an order that awaits payment is confirmed if nothing is missing. False if the line is recorded already. 404 for an
   * unknown order, 400 for money that was given back without a reason.
   */
  async record(admin: AdminCaller, { day, cents, key, order_code, reason, ...line }: StatementPayment): Promise<boolean> {
    const isRefund = cents < 0;
    if (isRefund && !reason) throw new AppError('api.validation', { fields: [{ field: 'reason', code: 'validation.required' }] });
    const facts = {
      ...{ paid_on: day, amount: fromCents(Math.abs(cents)), currency: line.currency, reason, is_another: true, statementKey: key },
      ...{ payer: line.payer.slice(0, PAYER_SHOWN) || null, purpose: line.purpose || null, order_code },
    };
    return work.inTransaction(async (repos) => {
      if ((await repos.income.findByLine(key))?.corrected_by === null) return false;
      const found = order_code === null || isRefund ? undefined : await steps.lockOrderAndUser(repos, order_code);
      try {
        if (found?.order.status === 'processing') await orderPayments.confirm(repos, admin, found, facts);
        else {
          const target = await paymentTarget(repos, steps, facts);
          const kind = isRefund ? 'refund' : 'payment';
          await confirmation.log(
            repos,
            admin,
            await bookings.record(repos, { ...bookingOf(facts), ...target, kind, cents: Math.abs(cents) }),
          );
        }
        return true;
      } catch (error) {
        // Another administrator has just recorded it.
        if (error instanceof AppError && error.code === 'incomeApi.doubled') return false;
        throw error;
      }
    });
  },

  /**
   * Corrects the record of a line; an order that it confirmed, or that is not paid without it, awaits payment again. 404 if the line was
   * never recorded; 409 if the record is corrected, and if the tariff of such an order has started.
   */
  undo: (admin: AdminCaller, { key, income_id, reason, paid_on }: StatementUndo): Promise<void> =>
    work.inTransaction(async (repos) => {
      const row = await repos.income.findByLine(key);
      if (!row) throw new AppError('incomeApi.404');
      if (row.id !== income_id || row.corrected_by !== null) throw new AppError('incomeApi.corrected');
      const found = row.order_code === null ? undefined : await steps.lockOrderAndUser(repos, row.order_code);
      if (found && (await isPaidBy(repos, found, row)))
        await orderPayments.undoConfirmation(repos, admin, found, { paid_on, reason, paymentId: row.id });
      else await confirmation.log(repos, admin, await bookings.correct(repos, row.id, { source: 'manual', paidOn: paid_on, reason }));
    }),
});
