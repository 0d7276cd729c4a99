import { LANGUAGES, type Language } from '#contract/languages.ts';
import type { BlockMessage, PaymentDetails } from '#contract/payments.ts';
import type { Seller } from '#contract/seller.ts';
import type { MailRow } from '../../infra/mails/mail-text.rules.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { mailText, momentText } from '../../texts.ts';

const NOTHING = '—';
const SHOWN = 4;

/** Shows only the first and the last four characters, enough to recognize an account. */
const masked = (number: string): string => (number.length > 2 * SHOWN ? `${number.slice(0, SHOWN)}…${number.slice(-SHOWN)}` : number);

const changed = (label: MailRow[0], before: string, after: string): MailRow[] =>
  before === after ? [] : [[label, `${before || NOTHING} → ${after || NOTHING}`]];

/** Such as UAH 41.5, 2026-11-28. */
const rateText = (details: PaymentDetails | undefined): string =>
  details?.transfer_currency ? `${details.transfer_currency} ${details.transfer_rate}, ${details.rated_on}` : '';

/** The changed fields of the payment details, with masked IBANs; empty if nothing changed. */
export function paymentRows(
  language: Language,
  lang: Language,
  before: PaymentDetails | undefined,
  after: PaymentDetails,
): readonly MailRow[] {
  const state = (details: PaymentDetails | undefined): string => mailText(language, `paymentState.${details?.is_active ?? 0}`);
  const iban: MailRow[] = before?.iban === after.iban ? [] : [['iban', `${masked(before?.iban ?? '') || NOTHING} → ${masked(after.iban)}`]];
  const rows = [
    ...changed('payee', before?.payee_details ?? '', after.payee_details),
    ...iban,
    ...changed('edrpou', before?.edrpou ?? '', after.edrpou),
    ...changed('purpose', before?.payment_purpose ?? '', after.payment_purpose),
    ...changed('transfer', rateText(before), rateText(after)),
    ...changed('paymentState', state(before), state(after)),
  ];
  return rows.length > 0 ? [['paymentLanguage', mailText(language, `languages.${lang}`)], ...rows] : [];
}

/** The changed texts of the block message, one row per language. */
export const messageRows = (before: BlockMessage, after: BlockMessage): readonly MailRow[] =>
  LANGUAGES.flatMap((lang) => changed(`blockMessage.${lang}`, before[`message_text_${lang}`], after[`message_text_${lang}`]));

const SELLER = ['name_ua', 'name_ru', 'name_en', 'tax_number', 'address_ua', 'address_ru', 'address_en', 'contact_email', 'phone'] as const;

/** The changed data of the seller. */
export const sellerRows = (before: Seller, after: Seller): readonly MailRow[] =>
  SELLER.flatMap((field) => changed(`seller.${field}`, before[field], after[field]));

interface PaymentChange {
  to: string;
  language: Language;
  /** Email of the administrator. */
  changedBy: string;
  /** ISO 8601, UTC. */
  at: string;
  rows: readonly MailRow[];
}

/** Email about a change of the payment details or the block message: author, time, old and new values. */
export const paymentChangedMail = ({ to, language, changedBy, at, rows }: PaymentChange): NewMail => ({
  kind: 'paymentChanged',
  to,
  language,
  values: { admin: changedBy, when: momentText(language, at) },
  rows,
});
