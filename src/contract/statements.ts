import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, id, line } from './fields.ts';
import { REASON_MAX, STATEMENT_CONFIRMED_MAX, TABLE_COLUMNS_MAX } from './limits.ts';
import { orderCode } from './order-code.ts';
import { ASKED_DAY_ORDERS, DECIMALS, ENCODINGS } from './tables.ts';
import { CURRENCIES } from './tariffs.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** What a column of a bank statement can be. An amount has a sign, or incoming and outgoing money have columns of their own. */
export const STATEMENT_FIELDS = ['day', 'amount', 'credit', 'debit', 'currency', 'payer', 'purpose', 'account'] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

const isField = (name: string): name is StatementField | '' => name === '' || STATEMENT_FIELDS.some((field) => field === name);

/** A comma list with the field of each column, each once; empty for a column that is not read. */
const columns = z
  .pipe(
    z.string(key('validation.invalid')),
    z.transform((text) => text.split(',')),
  )
  .check(
    z.refine((names) => names.length <= TABLE_COLUMNS_MAX && names.every(isField), key('validation.choice')),
    z.refine((names) => new Set(names.filter(Boolean)).size === names.filter(Boolean).length, key('validation.choice')),
  );

/** How the table is read; what is left out is kept from an earlier statement with the same columns, or guessed. */
export const statementQuery = z.object({
  columns: z.optional(columns),
  encoding: z.optional(z.enum(ENCODINGS, key('validation.choice'))),
  /** Of dates and numbers about which their column says nothing. */
  day_order: z.optional(z.enum(ASKED_DAY_ORDERS, key('validation.choice'))),
  decimal: z.optional(z.enum(DECIMALS, key('validation.choice'))),
  /** Of amounts without one. */
  currency: z.optional(z.enum(CURRENCIES, key('validation.choice'))),
});

/**
 * What a line is: money for one order that awaits exactly this (`matched`), something that a person has to look at (`look`), money without
 * an order (`none`), a line that is recorded (`known`), or one that cannot be read (`refused`).
 */
export const STATEMENT_GROUPS = ['matched', 'look', 'none', 'known', 'refused'] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

/** Why a line is no match. */
export const STATEMENT_REASONS = [
  ...(['short', 'over', 'currency', 'paid', 'closed', 'several', 'similar', 'payer', 'recorded', 'takenBack'] as const),
  ...(['noCode', 'wrongCode', 'outgoing', 'day', 'amount', 'unknownCurrency'] as const),
] as const;
export type StatementReason = (typeof STATEMENT_REASONS)[number];

export const statementLine = z.object({
  /** Its number in the file. */
  line: z.number(),
  paid_on: z.nullable(z.string()),
  /** Negative for money that was given back. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  payer: z.string(),
  purpose: z.string(),
  group: z.enum(STATEMENT_GROUPS),
  reason: z.nullable(z.enum(STATEMENT_REASONS)),
  /** The record of a line that is recorded. */
  income_id: z.nullable(z.number()),
  /** The order that it is or may be for, with its user and, in the currency of the line, what is missing. */
  order_code: z.nullable(z.string()),
  email: z.nullable(z.string()),
  missing: z.nullable(z.number()),
});
export type StatementLine = z.core.output<typeof statementLine>;

const openDay = z.object({ line: z.number(), text: z.string(), dmy: z.string(), mdy: z.string() });
const openNumber = z.object({ line: z.number(), text: z.string(), comma: z.number(), point: z.number() });

export const statement = z.object({
  id: z.number(),
  file_name: z.string(),
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()), field: z.nullable(z.enum(STATEMENT_FIELDS)) })),
  encoding: z.enum(ENCODINGS),
  day_order: z.nullable(z.enum(ASKED_DAY_ORDERS)),
  decimal: z.nullable(z.enum(DECIMALS)),
  currency: z.enum(CURRENCIES),
  /** Cells that can be read in two ways, at most three; empty if their columns say how. */
  open_days: z.array(openDay),
  open_numbers: z.array(openNumber),
  /** False until the columns are known and nothing is open; there are no lines then. */
  is_answered: z.boolean(),
  lines: z.array(statementLine),
});
export type Statement = z.core.output<typeof statement>;

const common = { access: 'admin', role: 'orders', unexpectedError: 'statementsApi.500' } as const;
const data = z.object({ data: statement });

export const createStatement = endpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/statements',
  summary:
    'Read a bank statement (multipart, field `file`, CSV, at most 5 MB and 20,000 lines) and get for each line what it may be. Nothing is recorded before it is confirmed. columns says what each column is, as a comma list; it is kept for the next file with the same titles.',
  query: statementQuery,
  upload: 'file',
  answer: data,
  status: 201,
  successCode: 'statementsApi.create.success',
  errors: ['statementsApi.413', 'statementsApi.unknown', 'statementsApi.damaged', 'statementsApi.tooMuch', 'statementsApi.empty'],
});

const params = z.object({ statementId: id });

const number = z.number(key('validation.invalid')).check(z.int(key('validation.invalid')), z.minimum(1, key('validation.invalid')));

const confirmed = z.object({
  line: number,
  /** The order that it is for; null for none. */
  order_code: z.nullable(orderCode),
  /** Confirms an order although something is missing; required for money that was given back. */
  reason: z.optional(z.nullable(line(REASON_MAX))),
});

export const confirmStatement = endpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/statements/{statementId}/confirm',
  summary:
    'Record lines of a statement, at most 500 at once: those of orders that await payment confirm them if nothing is missing. A line that is recorded already changes nothing. A line that cannot be recorded is in failed, the others are recorded.',
  params,
  body: z.object({
    lines: z.array(confirmed, key('validation.invalid')).check(z.maxLength(STATEMENT_CONFIRMED_MAX, key('validation.invalid'))),
  }),
  isLong: true,
  answer: z.object({
    data: statement,
    recorded: z.number(),
    failed: z.array(z.object({ line: z.number(), code: z.string() })),
  }),
  successCode: 'statementsApi.confirm.success',
  errors: ['statementsApi.404'],
});

export const undoStatementLineInput = z.object({
  line: number,
  /** The record of the line, as it was shown. */
  income_id: number,
  reason: line(REASON_MAX),
  /** The day of the correction; today by default. */
  paid_on: z.optional(day),
});

export const undoStatementLine = endpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/statements/{statementId}/undo',
  summary:
    'Take back a line that was recorded by mistake: its record is corrected, and an order that it confirmed awaits payment again. The line can be recorded again, but is never proposed as matched. 409 if it was taken back already, and if the tariff of the order has started.',
  params,
  body: undoStatementLineInput,
  answer: data,
  successCode: 'statementsApi.undo.success',
  errors: ['statementsApi.404', 'incomeApi.404', 'incomeApi.corrected', 'tariffApi.undo.started'],
});
