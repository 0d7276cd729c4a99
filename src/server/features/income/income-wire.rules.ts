import type { ExportedPayment } from '#contract/export-file.ts';
import type { Income } from '#contract/income.ts';
import { fromCents } from '#contract/money.ts';
import type { IncomeRow } from './income.repo.ts';

/** The record as the API returns it: amounts in units instead of cents. */
export const toIncome = ({ corrected_by, tariff: _, ...row }: IncomeRow): Income => ({
  ...row,
  amount: fromCents(Math.abs(row.change)),
  change: fromCents(row.change),
  dollars: row.dollars === null ? null : fromCents(row.dollars),
  is_corrected: corrected_by !== null,
});

/** The record in the export of the user’s own data; the reason is a note of the administrators. */
export const toExportedPayment = ({ paid_on, kind, change, currency, order_code, payer, purpose }: IncomeRow): ExportedPayment => ({
  paidOn: paid_on,
  kind,
  amount: fromCents(change),
  currency,
  orderCode: order_code,
  payer,
  purpose,
});
