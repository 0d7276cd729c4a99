import type { DayOrder } from '#contract/tables.ts';

/** What a date says about its order: the order, that it can be read in two ways, or that no order makes it a date. */
export type DayEvidence = DayOrder | 'open' | 'none';

/** A date that may be followed by a time. */
const DATE = /^(?<a>\d{1,4})(?<sign>[./-])\s?(?<b>\d{1,2})\k<sign>\s?(?<c>\d{4}|\d{1,2})(?!\d)\.?(?:[\sT,]+.{0,20})?(?:\s?(?:г|р)\.?)?$/u;
const COMPACT = /^(?<a>(?:19|20)\d{2})(?<b>\d{2})(?<c>\d{2})$/;
/** Two digits of a year are of this century. */
const CENTURY = 2_000;

/** The order of a date in a pattern of Java, such as dd.MM.yyyy; undefined for other texts. */
export const patternOrder = (pattern: string): DayOrder | undefined => (({ d: 'dmy', M: 'mdy', y: 'ymd' }) as const)[pattern[0] ?? ''];

const partsOf = (text: string): { a: string; b: string; c: string; sign: string } | undefined => {
  const found = (DATE.exec(text.trim().slice(0, 40)) ?? COMPACT.exec(text.trim()))?.groups;
  return found ? { a: found.a ?? '', b: found.b ?? '', c: found.c ?? '', sign: found.sign ?? '' } : undefined;
};

/** undefined for a text that does not look like a date. */
export function dayOrderIn(text: string): DayEvidence | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  if (parts.a.length === 4) return 'ymd';
  if (parts.a.length === 3) return undefined;
  const [first, second] = [Number(parts.a), Number(parts.b)];
  // Nobody writes a month first with dots.
  if (parts.sign === '.') return 'dmy';
  if (first > 12 && second > 12) return 'none';
  if (first > 12) return 'dmy';
  if (second > 12) return 'mdy';
  return first === second ? 'none' : 'open';
}

/** The day as YYYY-MM-DD; undefined if the text is no date, also for the 31st of February. */
export function dayIn(text: string, order: DayOrder): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const { a, b, c } = parts;
  const own = dayOrderIn(text);
  const read = own === 'open' || own === 'none' ? order : own;
  const [year, month, day] = read === 'ymd' ? [a, b, c] : read === 'dmy' ? [c, b, a] : [c, a, b];
  if (year === undefined || month === undefined || day === undefined || day.length > 2) return undefined;
  const full = year.length === 2 ? CENTURY + Number(year) : Number(year);
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  const isReal = date.getUTCFullYear() === full && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
