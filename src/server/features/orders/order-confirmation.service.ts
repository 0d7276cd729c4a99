import { toCents } from '#contract/money.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { Booking, BookingsService, IncomeRepos, IncomeRow } from '../income/bookings.service.ts';
import { DOLLARS } from '../income/income.rules.ts';
import type { LockedOrder, OrderRepos, OrderStepsService } from './order-steps.service.ts';
import type { OrderRow } from './orders.repo.ts';
import { missingOf } from './orders.rules.ts';
import { missingIn, toTransfer, worthIn } from './transfers.rules.ts';

interface Deps {
  steps: Pick<OrderStepsService, 'confirm'>;
  bookings: Pick<BookingsService, 'record'>;
  audit: AuditService;
}

type Repos = OrderRepos & IncomeRepos & AuditRepos;

/** What an administrator says about a payment. */
export interface PaymentFacts {
  paid_on?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  payer?: string | null | undefined;
  purpose?: string | null | undefined;
  reason?: string | null | undefined;
  is_another?: boolean | undefined;
  /** Of the line of a bank statement that it is read from. */
  statementKey?: string | undefined;
}

/** The columns of a record that the audit log keeps: what names a person is left out. */
const logged = ({ id, paid_on, kind, change, currency, order_code, corrects }: IncomeRow) => ({
  ...{ id, paid_on, kind, change, currency, order_code, corrects },
});

export const bookingOf = (
  facts: PaymentFacts,
): Pick<Booking, 'paidOn' | 'payer' | 'purpose' | 'reason' | 'isAnother' | 'currency' | 'source' | 'statementKey'> => ({
  ...{ paidOn: facts.paid_on, payer: facts.payer, purpose: facts.purpose, reason: facts.reason, isAnother: facts.is_another },
  ...{ currency: facts.currency ?? DOLLARS, source: facts.statementKey ? 'statement' : 'manual', statementKey: facts.statementKey },
});

export type OrderConfirmationService = ReturnType<typeof orderConfirmationService>;

/** Confirms orders with the payments that they record, in the caller's transaction, with the order and its user locked. */
export function orderConfirmationService({ steps, bookings, audit }: Deps) {
  const log = (repos: Repos, admin: AdminCaller, row: IncomeRow) =>
    audit.write(repos, {
      ...{ actor: admin.email, action: 'income.record', subject: row.order_code === null ? 'payments' : `order ${row.order_code}` },
      ...{ userId: row.user_id, after: logged(row) },
    });

  /** Records the payment of an order, what is missing by default; undefined if nothing is. */
  async function receive(repos: Repos, order: OrderRow, facts: PaymentFacts): Promise<IncomeRow | undefined> {
    const payments = await repos.income.listByOrders([order.code]);
    const currency = facts.currency ?? toTransfer(order).transfer_currency ?? DOLLARS;
    const missing = missingOf(order, payments);
    const expected = currency === DOLLARS ? missing : (missingIn(order, missing, payments) ?? missing);
    const cents = facts.amount === undefined ? expected : toCents(facts.amount);
    if (cents === 0) return undefined;
    const of = { order: { code: order.code, tariff: order.tariff_change, worth: worthIn(order, currency) }, userId: order.user_id };
    return bookings.record(repos, { ...bookingOf(facts), kind: 'payment', cents, currency, ...of });
  }

  /** Records the payment, and confirms the order unless something is missing without a reason; then it stays as it was. */
  async function confirm(repos: Repos, admin: AdminCaller, found: LockedOrder, facts: PaymentFacts): Promise<OrderRow | undefined> {
    const { order } = found;
    const payment = await receive(repos, order, facts);
    const missing = missingOf(order, await repos.income.listByOrders([order.code]));
    if (missing === 0 || facts.reason) return steps.confirm(repos, found, 'admin', payment?.id ?? null);
    if (!payment) throw new AppError('api.validation', { fields: [{ field: 'reason', code: 'validation.required' }] });
    await log(repos, admin, payment);
    return undefined;
  }

  return { confirm, log };
}
