import * as z from 'zod/mini';
import { ENTRY_KINDS } from './entry-kinds.ts';
import type { FieldErrorCode } from './errors.ts';
import { TABLE_COLUMNS_MAX } from './limits.ts';

/** Tables (CSV) of other programs: how they are written, and what their columns are. */

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** Those of one byte are the ones that programs in this part of the world write, the most frequent one first. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-u', 'windows-1252', 'windows-1250'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Decimal signs. */
export const DECIMALS = [',', '.'] as const;
export type Decimal = (typeof DECIMALS)[number];

/** Orders of dates that can be taken for each other. */
export const ASKED_DAY_ORDERS = ['dmy', 'mdy'] as const;
/** Orders of the parts of a date. */
export const DAY_ORDERS = ['ymd', ...ASKED_DAY_ORDERS] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** What a column can be; `total` is the whole price, `partial` says that a fill was not full. */
export const TABLE_FIELDS = [
  ...['performedOn', 'reading', 'kind', 'title', 'partName', 'partCode', 'total', 'quantity', 'volume', 'pricePerUnit', 'fuel'],
  ...['isFull', 'isPartial', 'isMissedBefore', 'place', 'note', 'vehicle'],
] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** Units of volumes that a table does not name. */
export const TABLE_VOLUME_UNITS = ['l', 'gal_us', 'gal_uk'] as const;

export const tableAnswers = z.object({
  /** What each column is, each field once; null for one that is not brought. One of them is the date. */
  fields: z.optional(
    z.array(z.nullable(z.enum(TABLE_FIELDS, key('validation.choice'))), key('validation.invalid')).check(
      z.maxLength(TABLE_COLUMNS_MAX, key('validation.invalid')),
      z.refine((fields) => new Set(fields).size >= fields.filter(Boolean).length, key('validation.invalid')),
      z.refine((fields) => fields.includes('performedOn'), key('validation.date.required')),
    ),
  ),
  /** What the rows are that do not say their kind. */
  kind: z.optional(z.enum(ENTRY_KINDS, key('validation.choice'))),
  encoding: z.optional(z.enum(ENCODINGS, key('validation.choice'))),
  /** Of dates and numbers about which their column says nothing. */
  dayOrder: z.optional(z.enum(ASKED_DAY_ORDERS, key('validation.choice'))),
  decimal: z.optional(z.enum(DECIMALS, key('validation.choice'))),
  volumeUnit: z.optional(z.enum(TABLE_VOLUME_UNITS, key('validation.choice'))),
});
export type TableAnswers = z.core.output<typeof tableAnswers>;

const openDay = z.object({ line: z.number(), text: z.string(), dmy: z.string(), mdy: z.string() });
const openNumber = z.object({ line: z.number(), text: z.string(), comma: z.number(), point: z.number() });

/** How a table is read, with what can be answered differently. */
export const importTable = z.object({
  /** Empty for a program whose columns are known. */
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()), field: z.nullable(z.enum(TABLE_FIELDS)) })),
  kind: z.enum(ENTRY_KINDS),
  encoding: z.enum(ENCODINGS),
  /** Of volumes without one; null if there are none. */
  volumeUnit: z.nullable(z.enum(TABLE_VOLUME_UNITS)),
  dayOrder: z.nullable(z.enum(ASKED_DAY_ORDERS)),
  decimal: z.nullable(z.enum(DECIMALS)),
  /** Rows whose dates or numbers can be read in two ways, at most three; empty if their columns say how. */
  openDays: z.array(openDay),
  openNumbers: z.array(openNumber),
  /** False until the columns and the open questions have been answered, for this file or an earlier one with the same titles. */
  isAnswered: z.boolean(),
});
export type ImportTable = z.core.output<typeof importTable>;
