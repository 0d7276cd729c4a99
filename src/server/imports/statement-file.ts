import { TextDecoder } from 'node:util';
import { IMPORT_ROW_BYTES, STATEMENT_LINES_MAX } from '#contract/limits.ts';
import type { Statement, StatementField, StatementReason } from '#contract/statements.ts';
import type { DayOrder, Decimal, Encoding } from '#contract/tables.ts';
import type { Column, OpenCell } from '../tables/columns.ts';
import { dayIn } from '../tables/days.ts';
import { numberIn } from '../tables/numbers.ts';
import { type OpenFile, type Section, scanTable, sectionRows, TooManyRows } from '../tables/scan.ts';
import { BrokenTable, type TableRow, tableRows } from '../tables/table-rows.ts';
import { Rejection } from './rejection.ts';
import { countTitles, guessedStatementFields } from './statement-words.ts';
import { tableKey } from './table-columns.ts';

/** What was answered about a statement. */
export interface StatementAnswers {
  columns?: (StatementField | '')[] | undefined;
  encoding?: Encoding | undefined;
  day_order?: Exclude<DayOrder, 'ymd'> | undefined;
  decimal?: Decimal | undefined;
  currency?: Statement['currency'] | undefined;
}

export interface StatementSettings {
  answers: StatementAnswers;
  /** Earlier answers, by the keys of tables. */
  kept: Readonly<Record<string, StatementAnswers>>;
}

/** A line as the file says it. */
export interface StatementRow {
  line: number;
  day: string | null;
  /** Negative for outgoing money. */
  cents: number | null;
  /** As the file says it; empty if it does not. */
  currency: string;
  account: string;
  payer: string;
  purpose: string;
  /** Why it cannot be read. */
  reason: StatementReason | null;
}

export interface StatementHead extends Pick<Statement, 'columns' | 'encoding' | 'open_days' | 'open_numbers' | 'is_answered'> {
  key: string;
  /** The answers that were used. */
  answers: StatementAnswers;
  rows: StatementRow[];
}

const TITLES_MIN = 2;
const TEXT_MAX = 500;
const SHOWN = 3;

const OPTIONS = {
  sectionOf: () => undefined,
  /** The first row with the most known titles: banks write about the account before it. */
  titlesOf: (rows: readonly TableRow[]): number => {
    const known = rows.map(({ cells }) => countTitles(cells));
    const most = Math.max(...known);
    if (most >= TITLES_MIN) return known.indexOf(most);
    const first = rows.findIndex(({ cells }) => cells.filter(Boolean).length > 1);
    return rows[first]?.cells.some((cell) => /^\d/.test(cell)) ? -1 : first;
  },
};

/** Reads the table of a bank. Yields after some rows. */
export async function* readStatement(open: OpenFile, settings: StatementSettings): AsyncGenerator<void, StatementHead> {
  try {
    return yield* read(open, settings);
  } catch (error) {
    if (error instanceof TooManyRows) throw new Rejection('statementsApi.tooMuch', error);
    throw error instanceof BrokenTable ? new Rejection('statementsApi.damaged', error) : error;
  }
}

async function* read(open: OpenFile, { answers: given, kept }: StatementSettings): AsyncGenerator<void, StatementHead> {
  if (given.encoding === undefined && (await endsWithin(open))) throw new Rejection('statementsApi.damaged');
  const { encoding } = given;
  const scan = yield* scanTable(open, { ...OPTIONS, rowBytes: IMPORT_ROW_BYTES, maxRows: STATEMENT_LINES_MAX, encoding });
  if (!scan) throw new Rejection('statementsApi.unknown');
  const [section] = scan.sections;
  if (!section || section.rows === 0) throw new Rejection('statementsApi.empty');
  if (section.columns.length < 2) throw new Rejection('statementsApi.unknown');
  const key = tableKey(section.columns.map(({ title }) => title));
  const answers = given.columns === undefined ? { ...kept[key], ...given } : given;
  const form = formOf(section, answers);
  const head = { ...form.shown, key, answers, encoding: scan.encoding, rows: [] as StatementRow[] };
  if (!head.is_answered) return head;
  for await (const { row } of sectionRows(tableRows(await open(), scan, IMPORT_ROW_BYTES), OPTIONS)) {
    if (!row) continue;
    const found = rowOf(row, form);
    if (found) head.rows.push(found);
    yield;
  }
  return head;
}

/** Whether a text in UTF-8 breaks off within a character: a part of the file is missing. */
async function endsWithin(open: OpenFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let hasWide = false;
  try {
    for await (const chunk of await open()) {
      hasWide ||= chunk.some((byte) => byte >= 0x80);
      decoder.decode(chunk, { stream: true });
    }
  } catch {
    return false;
  }
  try {
    decoder.decode();
    return false;
  } catch {
    return hasWide;
  }
}

type Form = ReturnType<typeof formOf>;

/** How the cells are read, and what is still open. */
function formOf({ columns }: Section, answers: StatementAnswers) {
  const guessed = guessedStatementFields(columns.map(({ title }) => title));
  const fields = columns.map((_, n) => (answers.columns ? answers.columns[n] || null : (guessed[n] ?? null)));
  const at = (field: StatementField): number => fields.indexOf(field);
  const [day, amounts] = [columns[at('day')], (['amount', 'credit', 'debit'] as const).flatMap((field) => columns[at(field)] ?? [])];
  const decided = new Set(amounts.flatMap(({ decimal }) => decimal ?? []));
  const common = decided.size === 1 ? [...decided][0] : undefined;
  const openDays = day && !day.dayOrder && !answers.day_order ? day.openDays : [];
  const openNumbers = common || answers.decimal ? [] : amounts.flatMap((column) => column.openNumbers);
  const isKnown = day !== undefined && (at('amount') >= 0 || at('credit') >= 0);
  return {
    at,
    dayOrder: day?.dayOrder ?? answers.day_order ?? ('dmy' as const),
    decimalOf: (column: Column | undefined): Decimal => column?.decimal ?? common ?? answers.decimal ?? '.',
    columns,
    shown: {
      columns: columns.map(({ title, examples }, n) => ({ title, examples, field: fields[n] ?? null })),
      open_days: openDays.slice(0, SHOWN).flatMap(shownDay),
      open_numbers: openNumbers.slice(0, SHOWN).flatMap(shownNumber),
      is_answered: isKnown && openDays.length === 0 && openNumbers.length === 0,
    },
  };
}

function shownDay({ line, text }: OpenCell): Statement['open_days'] {
  const [dmy, mdy] = [dayIn(text, 'dmy'), dayIn(text, 'mdy')];
  return dmy && mdy ? [{ line, text, dmy, mdy }] : [];
}

function shownNumber({ line, text }: OpenCell): Statement['open_numbers'] {
  const [comma, point] = [numberIn(text, ','), numberIn(text, '.')];
  return comma === undefined || point === undefined ? [] : [{ line, text, comma, point }];
}

/** undefined for an empty row, and for one with sums only, which has no day and no purpose. */
function rowOf({ line, cells }: TableRow, form: Form): StatementRow | undefined {
  const text = (field: StatementField): string => (cells[form.at(field)] ?? '').replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
  const cents = centsOf(text, form);
  const day = dayIn(text('day'), form.dayOrder) ?? null;
  const [payer, purpose] = [text('payer'), text('purpose')];
  if (text('day') === '' && payer === '' && purpose === '') return undefined;
  const reason = day === null ? 'day' : cents === null || cents === 0 ? 'amount' : null;
  return { line, day, cents, currency: text('currency'), account: text('account'), payer, purpose, reason };
}

function centsOf(text: (field: StatementField) => string, form: Form): number | null {
  const centsIn = (field: StatementField): number | undefined => {
    const value = numberIn(text(field), form.decimalOf(form.columns[form.at(field)]));
    return value === undefined ? undefined : Math.round(value * 100);
  };
  if (form.at('credit') < 0) {
    const amount = centsIn('amount');
    const debit = centsIn('debit');
    return amount ?? (debit === undefined ? null : -Math.abs(debit));
  }
  const [credit, debit] = [centsIn('credit'), centsIn('debit')];
  if (credit) return Math.abs(credit);
  return debit ? -Math.abs(debit) : null;
}
