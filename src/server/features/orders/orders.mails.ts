import type { Language } from '#contract/languages.ts';
import { formatOrderCode, purposeWith } from '#contract/order-code.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { dayText, dollarsText, mailText, moneyText } from '../../texts.ts';
import type { AdminRecipient } from '../admins/admins.service.ts';
import { tariffMailValues } from '../periods/period-mails.rules.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';
import type { UserRow } from '../users/users.service.ts';
import type { AnnouncedOrder, OrderRow } from './orders.repo.ts';
import { toTransfer } from './transfers.rules.ts';

/** The line about the seller, if an administrator has given it. */
type SellerLine = string | undefined;

const orderValues = (language: Language, { code, amount_due, tariff_change }: Pick<OrderRow, 'code' | 'amount_due' | 'tariff_change'>) => ({
  ...tariffMailValues(language, { tariff: tariff_change }),
  code: formatOrderCode(code),
  amount: dollarsText(language, amount_due),
});

/** Such as 375,30 ₴ (9 $, rate of 28 November: 41,70 ₴); undefined if the transfer is in US dollars. */
function transferText(language: Language, order: OrderRow): string | undefined {
  const { transfer_amount: amount, transfer_currency: currency, transfer_rate: rate, rated_on: ratedOn } = toTransfer(order, language);
  if (amount === null || currency === null || rate === null || ratedOn === null) return undefined;
  return mailText(language, 'transfer', {
    ...{ amount: moneyText(language, amount, currency), price: dollarsText(language, order.amount_due) },
    ...{ rate: moneyText(language, rate, currency), day: dayText(language, ratedOn) },
  });
}

/** Email about a new or changed order: where to pay, and with which purpose. */
export function orderMadeMail(to: string, language: Language, order: OrderRow, payment: PaymentDetails, seller: SellerLine): NewMail {
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
      ['amount', transferText(language, order) ?? values.amount],
    ],
    seller,
  };
}

/** Email about an open order that an administrator deleted: its payment is no longer expected, or has to be refunded. */
export const orderDeletedMail = ({ email, language }: UserRow, order: OrderRow, seller: SellerLine): NewMail => ({
  kind: order.status === 'processing' ? 'orderDeleted' : 'paidOrderDeleted',
  to: email,
  language,
  values: orderValues(language, order),
  seller,
});

/** Email about a confirmation of a payment that an administrator has undone. */
export const paymentUndoneMail = ({ email, language }: UserRow, order: OrderRow, seller: SellerLine): NewMail => ({
  kind: 'paymentUndone',
  to: email,
  language,
  values: orderValues(language, order),
  seller,
});

/** Email about an activation that an administrator has undone; `former` is what the user has again. */
export function activationUndoneMail(
  { email, language }: UserRow,
  order: OrderRow,
  former: Pick<TariffFacts, 'tariff' | 'tariff_end_date'>,
  seller: SellerLine,
): NewMail {
  const { tariff, end } = tariffMailValues(language, former);
  return {
    kind: 'activationUndone',
    to: email,
    language,
    values: {
      ...orderValues(language, order),
      former: end ? mailText(language, 'tariffUntil', { tariff: `${tariff}`, end }) : `${tariff}`,
    },
    seller,
  };
}

const lineOf = (language: Language, order: AnnouncedOrder): string =>
  mailText(language, 'newOrders.line', {
    ...orderValues(language, order),
    name: `${order.first_name} ${order.last_name}`,
    months: mailText(language, 'months', { count: order.payment_months }),
  });

/** Tells an administrator which orders were placed since the last email, and how many await payment. The content is erased after delivery. */
export const newOrdersMail = (
  { email: to, language }: AdminRecipient,
  orders: readonly AnnouncedOrder[],
  { waiting, expiresAt }: { waiting: number; expiresAt: string },
): NewMail => ({
  kind: 'newOrders',
  to,
  language,
  expiresAt,
  values: { count: orders.length },
  rows: [['waiting', String(waiting)]],
  sections: [{ title: mailText(language, 'newOrders.title'), lines: orders.map((order) => lineOf(language, order)) }],
  namedUsers: orders.map(({ userId }) => userId),
});

export const paymentReceivedMail = ({ email, language }: UserRow, order: OrderRow, seller: SellerLine): NewMail => ({
  kind: 'paymentReceived',
  to: email,
  language,
  values: orderValues(language, order),
  seller,
});
