import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import { formatOrderCode, isOrderCode } from '#contract/order-code.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import type { CardPayment } from '../../ports/cards.ts';
import { dollarsText } from '../../texts.ts';
import type { AdminRecipient } from '../admins/admins.service.ts';

const NO_CODE = '—';

const paidText = (language: Language, { cents, currency }: CardPayment): string =>
  currency === 'usd' ? dollarsText(language, cents) : `${fromCents(cents)} ${currency.toUpperCase()}`.trim();

/** Asks an administrator to refund a card payment that matches no order. */
export function cardMismatchMail({ email: to, language }: AdminRecipient, payment: CardPayment): NewMail {
  const code = isOrderCode(payment.code) ? formatOrderCode(payment.code) : NO_CODE;
  return {
    kind: 'cardMismatch',
    to,
    language,
    rows: [
      ['code', code],
      ['paid', paidText(language, payment)],
      ['checkout', payment.paymentId],
    ],
  };
}
