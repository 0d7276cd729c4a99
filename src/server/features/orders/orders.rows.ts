import type { ExportedOrder } from '#contract/export-file.ts';
import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { ListedOrder, Order } from '#contract/orders.ts';
import { continuedMonths, isPeriodRunning } from '../periods/periods.rules.ts';
import type { ClosedOrderRow } from './closed-orders.repo.ts';
import type { ListedOrderRow } from './order-sections.repo.ts';
import type { OrderRow } from './orders.repo.ts';
import { toTransfer } from './transfers.rules.ts';

/** The order as the API returns it: the amount in dollars instead of cents. The transfer is that of its own language by default. */
export const toOrder = (row: OrderRow, language?: Language): Order => ({
  order_code: row.code,
  user_id: row.user_id,
  tariff_change: row.tariff_change,
  payment_months: row.payment_months,
  amount_due: fromCents(row.amount_due),
  ...toTransfer(row, language),
  status: row.status,
  tariff_start_date: row.tariff_start_date,
  tariff_end_date: row.tariff_end_date,
  created_at: row.created_at,
});

/** Of the order itself: its payments and former states are added by the list. */
type OwnPart = Omit<ListedOrder, 'completes_at' | 'payments' | 'missing' | 'missing_transfer' | 'previous'>;

/** The order as the administrator's list shows it. */
export const toListedOrder = ({ order, note, user }: ListedOrderRow, now: number): OwnPart => ({
  ...toOrder(order),
  tariff_from: order.tariff_from,
  confirmed_at: order.confirmed_at,
  completed_at: order.completed_at,
  is_card_paid: order.is_card_paid === 1,
  note,
  email: user?.email ?? null,
  is_running: isPeriodRunning(order, user, now),
  continued_months: continuedMonths(order, user, now),
  closed: null,
});

/** An order that was closed; its period is over or never began. */
export const toClosedOrder = ({ code, email, closed_as, closed_at, amount_due, transfers, ...row }: ClosedOrderRow): OwnPart => ({
  ...row,
  ...toTransfer({ amount_due, transfers }),
  ...{ order_code: code, email, amount_due: fromCents(amount_due), note: '' },
  ...{ confirmed_at: null, completed_at: null, tariff_start_date: null, tariff_end_date: null },
  ...{ is_card_paid: false, is_running: false, continued_months: 0 },
  closed: { as: closed_as, at: closed_at },
});

function toExportedTransfer(row: OrderRow): Pick<ExportedOrder, 'transferAmount' | 'transferCurrency' | 'transferRate' | 'ratedOn'> {
  const { transfer_amount, transfer_currency, transfer_rate, rated_on } = toTransfer(row);
  return { transferAmount: transfer_amount, transferCurrency: transfer_currency, transferRate: transfer_rate, ratedOn: rated_on };
}

export const toExportedOrder = (row: OrderRow): ExportedOrder => ({
  ...toExportedTransfer(row),
  code: row.code,
  tariffFrom: row.tariff_from,
  tariff: row.tariff_change,
  months: row.payment_months,
  amount: fromCents(row.amount_due),
  status: row.status,
  isCardPaid: row.is_card_paid === 1,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at,
  completedAt: row.completed_at,
  periodStart: row.tariff_start_date,
  periodEnd: row.tariff_end_date,
});
