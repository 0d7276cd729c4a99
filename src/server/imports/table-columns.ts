import { createHash } from 'node:crypto';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { VolumeUnit } from '#contract/fuels.ts';
import type { DayOrder, Decimal, TableAnswers, TableField } from '#contract/tables.ts';
import type { Column, OpenCell } from '../tables/columns.ts';
import type { TableRow } from '../tables/table-rows.ts';
import type { SectionForm } from './section-form.ts';
import { TITLES, wordOf } from './table-words.ts';

type Fields = (TableField | null)[];

/** Words for a price that is either the whole one or that of a litre. */
const PRICES = new Set(['price', 'price paid', 'ціна', 'цена', 'preis', 'cena', 'precio']);

/** Fields of a table of fills. */
const FUEL_FIELDS = new Set<TableField>(['volume', 'fuel', 'isFull', 'isPartial', 'pricePerUnit']);

/** Rows with fewer known titles have none. */
const TITLES_MIN = 2;

/** The first row with most known titles; otherwise the first one with more than one cell, unless it has a date or a number. */
export function titlesOf(rows: readonly TableRow[]): number {
  const known = rows.map(({ cells }) => cells.filter((cell) => TITLES.has(wordOf(cell))).length);
  const most = Math.max(...known);
  if (most >= TITLES_MIN) return known.indexOf(most);
  const first = rows.findIndex(({ cells }) => cells.filter(Boolean).length > 1);
  return rows[first]?.cells.some((cell) => /^\d/.test(cell)) ? -1 : first;
}

/** What the columns are, by the words in their titles; each field is taken once. */
export function guessedFields(titles: readonly string[]): Fields {
  const words = titles.map(wordOf);
  const guesses = words.map((word): TableField | null => TITLES.get(word) ?? null);
  const isFuel = guesses.some((field) => field !== null && FUEL_FIELDS.has(field));
  const totals = words.filter((_, n) => guesses[n] === 'total');
  const taken = new Set<TableField>();
  return guesses.map((field, n) => {
    const word = words[n] ?? '';
    const isUnitPrice = isFuel && totals.length > 1 && PRICES.has(word) && !totals.every((total) => PRICES.has(total));
    const isVolume = field === 'quantity' && isFuel && !guesses.includes('volume');
    const guess = isUnitPrice ? 'pricePerUnit' : isVolume ? 'volume' : field;
    if (guess === null || taken.has(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

/** What rows are that do not say their kind. */
export function guessedKind(fields: Fields): EntryKindName {
  if (fields.includes('volume')) return 'fill';
  if (['title', 'partName', 'partCode'].some((field) => fields.includes(field as TableField))) return 'work';
  return fields.includes('total') ? 'cost' : 'reading';
}

/** US gallons, if a title says so. */
export const guessedUnit = (titles: readonly string[]): 'l' | 'gal_us' | 'gal_uk' => {
  const text = titles.join(' ').toLowerCase();
  if (!/\bgal/.test(text)) return 'l';
  return /\b(?:uk|imp)/.test(text) ? 'gal_uk' : 'gal_us';
};

/** By which a table with the same titles is known again. */
export const tableKey = (titles: readonly string[]): string => createHash('sha256').update(JSON.stringify(titles)).digest('hex');

/** How the cells of a table are read. */
export interface TableFormat {
  fields: Fields;
  kind: EntryKindName;
  dayOrder: DayOrder;
  /** By the place of the column. */
  decimals: Decimal[];
  volumeUnit: VolumeUnit;
}

const otherThan = (sign: Decimal): Decimal => (sign === ',' ? '.' : ',');
const signOf = ({ text }: OpenCell): Decimal => (text.includes(',') ? ',' : '.');

/** The decimal sign of a column whose numbers can be read in two ways, by what the column is; undefined if that does not say it. */
function ruledDecimal(column: Column, field: TableField | null): Decimal | undefined {
  const [open] = column.openNumbers;
  if (!open) return undefined;
  // As in the API: volumes and the like have no thousands separator, readings have no three decimals.
  if (field === 'volume' || field === 'pricePerUnit' || field === 'quantity') return signOf(open);
  return field === 'reading' ? otherThan(signOf(open)) : undefined;
}

/** How a table is read with some answers, and what is still open. */
export function tableFormat(columns: readonly Column[], answers: TableAnswers, form?: SectionForm) {
  const titles = columns.map(({ title }) => title);
  const fields = columns.map((_, n) => (form?.fields ?? answers.fields ?? guessedFields(titles))[n] ?? null);
  const kind = form?.kind ?? answers.kind ?? guessedKind(fields);
  const days = columns[fields.indexOf('performedOn')];
  const used = columns.filter((_, n) => ['reading', 'total', 'quantity', 'volume', 'pricePerUnit'].includes(fields[n] ?? ''));
  const decided = new Set(used.flatMap(({ decimal }) => decimal ?? []));
  const common = decided.size === 1 ? [...decided][0] : undefined;
  const decimals = columns.map(
    (column, n) => column.decimal ?? ruledDecimal(column, fields[n] ?? null) ?? common ?? answers.decimal ?? ('.' as const),
  );
  const isOpen = (column: Column, n: number): boolean => fields[n] === 'total' && column.openNumbers.length > 0 && common === undefined;
  const format: TableFormat = {
    ...{ fields, kind, decimals, dayOrder: days?.dayOrder ?? form?.dayOrder ?? answers.dayOrder ?? 'dmy' },
    volumeUnit: form?.volumeUnit ?? answers.volumeUnit ?? guessedUnit(titles),
  };
  return {
    format,
    openDays: form?.dayOrder ? [] : (days?.openDays ?? []),
    openNumbers: columns.filter(isOpen).flatMap(({ openNumbers }) => openNumbers),
  };
}
