import type { Language } from '#contract/languages.ts';
import { formatOrderCode, purposeWith } from '#contract/order-code.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { dollarsText, mailText } from '../../texts.ts';
import { tariffMailValues } from '../periods/period-mails.rules.ts';
import type { UserRow } from '../users/users.service.ts';
import type { OrderRow } from './orders.repo.ts';

const orderValues = (language: Language, { code, amount_due, tariff_change }: OrderRow) => ({
  ...tariffMailValues(language, { tariff: tariff_change }),
  code: formatOrderCode(code),
  amount: dollarsText(language, amount_due),
});

/** Email about a new or changed order: where to pay, and with which purpose. */
export function orderMadeMail(to: string, language: Language, order: OrderRow, payment: PaymentDetails): NewMail {
  const values = orderValues(language, order);
  return {
    kind: 'orderMade',
    to,
    language,
    values,
    rows: [
      ['payee', payment.payee_details],
      ['iban', payment.iban],
      ['edrpou', payment.edrpou],
      ['purpose', purposeWith(payment.payment_purpose, order.code)],
      ['code', order.code],
      ['months', mailText(language, 'months', { count: order.payment_months })],
      ['amount', values.amount],
    ],
  };
}

/** Email about an open order that an administrator deleted: its payment is no longer expected, or has to be refunded. */
export const orderDeletedMail = ({ email, language }: UserRow, order: OrderRow): NewMail => ({
  kind: order.status === 'processing' ? 'orderDeleted' : 'paidOrderDeleted',
  to: email,
  language,
  values: orderValues(language, order),
});

/** Email about a confirmation of a payment that an administrator has undone. */
export const paymentUndoneMail = ({ email, language }: UserRow, order: OrderRow): NewMail => ({
  kind: 'paymentUndone',
  to: email,
  language,
  values: orderValues(language, order),
});

/** Tells an administrator which orders were placed since the last email, and how many await payment. */
export const newOrdersMail = (to: string, language: Language, codes: readonly string[], waiting: number): NewMail => ({
  kind: 'newOrders',
  to,
  language,
  values: { count: codes.length },
  rows: [
    ['newOrders', codes.map(formatOrderCode).join(', ')],
    ['waiting', String(waiting)],
  ],
});

export const paymentReceivedMail = ({ email, language }: UserRow, order: OrderRow): NewMail => ({
  kind: 'paymentReceived',
  to: email,
  language,
  values: orderValues(language, order),
});
