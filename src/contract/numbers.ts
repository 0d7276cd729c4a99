import type { FieldErrorCode } from './errors.ts';
import type { Currency } from './tariffs.ts';

/**
 * The one parser of typed numbers (product decisions, part 3): 15,65 and 15.65, 1 234,56, 1.234,56 and 1,234.56, with a
 * currency sign or without; readings and volumes also with their unit, as the pages print them. What cannot be told apart (1,234 where
 * both thousands and two or more decimals are possible) is refused, never rounded.
 */
export interface NumberRule {
  /** Digits allowed after the decimal sign. */
  decimals: number;
  max: number;
  /** False where a thousand is out of the question (litres), so that 0,125 and 1,998 are decimals. */
  thousands?: boolean;
  /** Units that may follow the number, and the example in the error; without it only currency signs may. */
  kind?: 'reading' | 'volume';
}

export type ParsedNumber = { ok: true; value: number } | { ok: false; code: FieldErrorCode };

const SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/;
/** What people write for a currency; those of no book are `other`. */
const SIGNS = {
  UAH: '₴|грн\\.?|uah',
  USD: '\\$|usd',
  EUR: '€|eur',
  PLN: 'zł|pln',
  GBP: '£|gbp',
  other: '₽',
} as const satisfies Record<Currency | 'other', string>;
const CURRENCY = Object.values(SIGNS).join('|');
const CURRENCY_FIRST = new RegExp(`^(?:${CURRENCY})`, 'iu');
const endOf = (words: string) => new RegExp(`(?:${CURRENCY}${words})$`, 'iu');
const WORD_LAST = {
  money: endOf(''),
  reading: endOf('|(?:km|км|mi|mil|miles?|ми|мил[яьиі]|h|hours?|год|ч|мотогод|моточас(?:а|ов|и|ів)?)\\.?'),
  volume: endOf('|(?:l|л|lit(?:er|re)s?|литр(?:а|ов)?|літр(?:а|и|ів)?)\\.?'),
};
/** Characters of the longest currency sign or unit, with a dot. */
const WORD_MAX = 10;
/** Characters of a typed number without surrounding spaces; longer texts are refused before parsing. */
const NUMBER_LENGTH_MAX = 40;

const no = (code: FieldErrorCode): ParsedNumber => ({ ok: false, code });

/** The currencies whose signs stand before and after a typed amount. */
export function currenciesIn(typed: string | number): (keyof typeof SIGNS)[] {
  const text = String(typed).trim();
  if (text.length > NUMBER_LENGTH_MAX) return [];
  const ends = text.normalize('NFKC').trim();
  const currencies = Object.keys(SIGNS) as (keyof typeof SIGNS)[];
  return currencies.filter((currency) => new RegExp(`^(?:${SIGNS[currency]})|(?:${SIGNS[currency]})$`, 'iu').test(ends));
}

export function parseNumber(input: string | number, rule: NumberRule): ParsedNumber {
  if (typeof input === 'number') return fromNumber(input, rule);
  const trimmed = input.trim();
  if (trimmed.length > NUMBER_LENGTH_MAX) return invalid(rule);
  const text = withoutWords(trimmed.normalize('NFKC').trim(), rule);
  if (text === '') return no('validation.required');
  if (/^[-\u2212]\s*[\d.,]/.test(text)) return no('validation.number.negative');
  return fromText(text, rule);
}

/** Looks for words at both ends only: `\\s*sign$` on the whole text takes quadratic time. */
function withoutWords(text: string, { kind }: NumberRule): string {
  const rest = text.replace(CURRENCY_FIRST, '').trimStart();
  const end = rest.slice(-WORD_MAX);
  return `${rest.slice(0, rest.length - end.length)}${end.replace(WORD_LAST[kind ?? 'money'], '')}`.trimEnd();
}

function fromNumber(value: number, rule: NumberRule): ParsedNumber {
  if (!Number.isFinite(value)) return invalid(rule);
  if (value < 0) return no('validation.number.negative');
  if (value > rule.max) return no('validation.number.large');
  if (Number(value.toFixed(rule.decimals)) !== value) return tooFine(rule);
  return { ok: true, value };
}

function fromText(text: string, rule: NumberRule): ParsedNumber {
  const marks = text.replace(/[\d\s\u00a0\u2007\u2009\u202f'’]/g, '');
  if (/[^.,]/.test(marks) || !/^\d/.test(text) || !/\d$/.test(text)) return invalid(rule);
  const last = marks.at(-1);
  const isLastOnce = last !== undefined && marks.indexOf(last) === marks.length - 1;
  const mayBeThousands = marks.length === 1 && rule.thousands !== false && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  if (mayBeThousands && rule.decimals > 1) return no('validation.number.ambiguous');
  const isDecimal = isLastOnce && !mayBeThousands;
  const cut = isDecimal ? text.lastIndexOf(last) : text.length;
  const fraction = text.slice(cut + 1);
  const groups = text.slice(0, cut).split(marks.length > (isDecimal ? 1 : 0) ? /[.,]/ : SPACES);
  if (!isGrouped(groups) || !/^\d*$/.test(fraction)) return invalid(rule);
  if (/[^0]/.test(fraction.slice(rule.decimals)) || fraction.length > Math.max(rule.decimals, 2)) return tooFine(rule);
  const value = Number(`${groups.join('')}.${fraction || '0'}`);
  return value > rule.max ? no('validation.number.large') : { ok: true, value };
}

/** With an example that fits the field. */
const invalid = ({ kind }: NumberRule): ParsedNumber => no(kind ? `validation.number.${kind}` : 'validation.number.invalid');

const tooFine = (rule: NumberRule): ParsedNumber => no(rule.decimals === 0 ? 'validation.number.whole' : 'validation.number.decimals');

/** One group of any length, or a first of one to three digits and then threes: 1 234 567, not 15 65. */
function isGrouped(groups: string[]): boolean {
  const [first = '', ...rest] = groups;
  if (rest.length === 0) return /^\d+$/.test(first);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}
