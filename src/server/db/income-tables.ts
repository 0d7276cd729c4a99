import type { Generated } from 'kysely';
import type { IncomeKind } from '#contract/income.ts';
import type { Language } from '#contract/languages.ts';
import type { ClosedAs } from '#contract/orders.ts';
import type { Seller } from '#contract/seller.ts';
import type { Currency, OrderStatus, PaidTariff, Tariff } from '#contract/tariffs.ts';

/** Payments, refunds and corrections. Rows are only added; of their texts, payer and purpose are erased after some years. */
export interface IncomeTable {
  id: Generated<number>;
  /** The day on which the money moved. */
  paid_on: string;
  booked_at: string;
  kind: IncomeKind;
  source: 'manual' | 'statement' | 'card';
  /** Cents by which the sum changes: negative for a refund and for the correction of a payment. */
  change: number;
  currency: string;
  /** What `change` is worth by the tariffs, in cents of a US dollar; null for another currency. */
  dollars: number | null;
  /** Of the order when the payment was recorded. */
  tariff: PaidTariff | null;
  order_code: string | null;
  /** null after the account was deleted. */
  user_id: number | null;
  payer: string | null;
  purpose: string | null;
  reason: string | null;
  /** The record that a correction withdraws. */
  corrects: number | null;
  /** Idempotency key of the request, with the administrator. */
  request_key: string | null;
  request_hash: string | null;
  /** By which the line of a bank statement is known again, that it was recorded from. */
  statement_key: Generated<string | null>;
  /** Code, payer, purpose and amount as the search compares them. */
  search_text: string;
}

/** Bank statements that were read, as JSON, until they expire. */
export interface StatementsTable {
  id: Generated<number>;
  created_at: string;
  content: string;
}

/** What was answered about the columns of statements, by a hash of their titles. */
export interface StatementMappingsTable {
  table_key: string;
  answers: string;
}

/** One row, which every record of a payment locks until its transaction ends. */
export interface IncomeBooksTable {
  id: number;
  /** No payment is recorded before this time any more: an export has promised to contain all of them. */
  closed_until: string;
}

/** Orders that were cancelled or deleted, and the states that a replaced order had before: a payment may still come for them. */
export interface ClosedOrdersTable {
  id: Generated<number>;
  code: string;
  /** null after the account was deleted. */
  user_id: number | null;
  closed_as: ClosedAs | 'replaced';
  closed_at: string;
  /** Its last status. */
  status: OrderStatus;
  tariff_from: Tariff;
  tariff_change: PaidTariff;
  payment_months: number;
  /** Cents. */
  amount_due: number;
  /** As in orders. */
  transfers: Generated<string>;
  created_at: string;
}

/** Payment details for bank transfers, one row per language. */
export interface PaymentsTable {
  lang: Language;
  payee_details: string;
  iban: string;
  edrpou: string;
  payment_purpose: string;
  is_active: 0 | 1;
  /** null if the account is in US dollars, the currency of the prices. */
  transfer_currency: Currency | null;
  /** Ten-thousandths of that currency for a US dollar. */
  transfer_rate: number | null;
  /** The day of the rate, YYYY-MM-DD. */
  rated_on: string | null;
}

/** One row: the message shown while payments are paused. */
export interface BlockMessageTable {
  id: number;
  message_text_ua: string;
  message_text_ru: string;
  message_text_en: string;
}

export interface SellerTable extends Seller {
  id: number;
}
