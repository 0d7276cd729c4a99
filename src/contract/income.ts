import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, line, pageQuery, typedNumber } from './fields.ts';
import { instant } from './instants.ts';
import { INCOME_AMOUNT_MAX, PAYER_MAX, REASON_MAX, TRANSFER_PURPOSE_MAX } from './limits.ts';
import { orderCode } from './order-code.ts';
import { CURRENCIES } from './tariffs.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** Money that came in, money that was given back, and the withdrawal of a record that was a mistake. */
export const INCOME_KINDS = ['payment', 'refund', 'correction'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/** How a payment was recorded: typed by an administrator, read from a bank statement, or reported by the card service. */
export const INCOME_SOURCES = ['manual', 'statement', 'card'] as const;

/** A payment, as it was recorded: it is never changed or deleted. Days are YYYY-MM-DD, times ISO 8601 UTC. */
export const income = z.object({
  id: z.number(),
  /** The day on which the money moved. */
  paid_on: z.string(),
  /** When it was recorded. */
  booked_at: z.string(),
  /** Always positive; `change` is what it adds to the sum, negative for money that was given back. */
  amount: z.number(),
  change: z.number(),
  currency: z.string(),
  /** What `change` is worth in US dollars by the tariffs; null for another currency. */
  dollars: z.nullable(z.number()),
  kind: z.enum(INCOME_KINDS),
  source: z.enum(INCOME_SOURCES),
  /** Null without an order. */
  order_code: z.nullable(z.string()),
  /** Null without a user, and once the account is deleted. */
  user_id: z.nullable(z.number()),
  email: z.nullable(z.string()),
  /** As the bank states them. */
  payer: z.nullable(z.string()),
  purpose: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The record that a correction withdraws. */
  corrects: z.nullable(z.number()),
  is_corrected: z.boolean(),
});
export type Income = z.core.output<typeof income>;

const optionalLine = (max: number) => z.optional(z.nullable(line(max)));

/** More than 0, with at most two decimals. */
export const incomeAmount = typedNumber({ decimals: 2, max: INCOME_AMOUNT_MAX }).check(
  z.refine((amount) => amount > 0, key('validation.number.zero')),
);

/** What administrators can say about a payment. */
export const incomeFacts = {
  paid_on: z.optional(day),
  currency: z.optional(z.enum(CURRENCIES, key('validation.choice'))),
  payer: optionalLine(PAYER_MAX),
  purpose: optionalLine(TRANSFER_PURPOSE_MAX),
  reason: optionalLine(REASON_MAX),
  /** Record it although the same payment is recorded already. */
  is_another: z.optional(z.boolean()),
};

export const createIncomeInput = z
  .object({
    kind: z._default(z.enum(INCOME_KINDS, key('validation.choice')), 'payment'),
    ...incomeFacts,
    /** Not needed for a correction, which withdraws the whole record. */
    amount: z.optional(incomeAmount),
    order_code: z.optional(z.nullable(orderCode)),
    user_id: z.optional(z.nullable(z.int().check(z.positive()))),
    corrects: z.optional(z.int().check(z.minimum(1))),
  })
  .check(
    z.refine(({ kind, corrects }) => kind !== 'correction' || corrects !== undefined, {
      path: ['corrects'],
      error: key('validation.required'),
    }),
    z.refine(({ kind, amount }) => kind === 'correction' || amount !== undefined, { path: ['amount'], error: key('validation.required') }),
    z.refine(({ kind, reason }) => kind === 'payment' || typeof reason === 'string', {
      path: ['reason'],
      error: key('validation.required'),
    }),
  );

const common = { access: 'admin', role: 'orders', unexpectedError: 'incomeApi.500' } as const;

export const createIncome = endpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/payments',
  summary:
    'Record a payment, a refund, or the correction of a record. paid_on defaults to today, currency to US dollars. A payment that is recorded already is 409, unless is_another is true. The status of an order does not change.',
  body: createIncomeInput,
  idempotent: true,
  answer: z.object({ data: income }),
  status: 201,
  successCode: 'incomeApi.create.success',
  errors: ['incomeApi.404', 'incomeApi.doubled', 'incomeApi.corrected', 'incomeApi.notCorrectable', 'tariffApi.order.404', 'api.user.404'],
});

/** Which payments: their kind, and the days on which the money moved, both included. */
export const incomeFilter = {
  kind: z._default(z.enum(['all', ...INCOME_KINDS], key('validation.choice')), 'all'),
  from: z.optional(day),
  to: z.optional(z.iso.date(key('validation.date.format'))),
};

/** Of one currency: what came in without what was corrected, what was given back, and the difference. */
const incomeSum = z.object({ currency: z.string(), received: z.number(), refunded: z.number(), amount: z.number() });
export type IncomeSum = z.core.output<typeof incomeSum>;

export const listIncome = endpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/payments',
  summary:
    'List payments, refunds and corrections, newest first by the day on which the money moved, with their sums. q is a part of a code, payer, purpose or amount, or finds users as the list of orders does.',
  query: z.object({ ...incomeFilter, ...pageQuery }),
  answer: z.object({
    data: z.array(income),
    total: z.number(),
    /** A row for each currency. */
    sums: z.array(incomeSum),
    /** The value of all of them by the tariffs, in US dollars. */
    dollars: z.number(),
    is_more: z.boolean(),
  }),
  errors: [],
});

export const exportIncome = endpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/payments/export',
  summary:
    'Get payments, refunds and corrections as CSV, oldest first, in the language of the request. With booked_before, which must not be in the future, the file has what was recorded before that time and is the same whenever it is made. An answer that breaks off is incomplete.',
  query: z.object({ ...incomeFilter, booked_before: instant }),
  answer: z.object({ name: z.string(), parts: z.custom<AsyncIterable<string>>() }),
  file: 'text/csv',
  errors: [],
});
