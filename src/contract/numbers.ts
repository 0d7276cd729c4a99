import type { FieldErrorCode } from './errors.ts';
import type { Currency } from './tariffs.ts';

/**
 * Options of `parseNumber`, which reads typed numbers such as 15,65 and 15.65, 1 234,56, 1.234,56 and 1,234.56, with or without a
 * currency sign; readings and volumes also with their unit. Ambiguous input (1,234 where both a thousands separator and two or more
 * decimals are possible) is an error; numbers are never rounded (docs/product.md, Readings and units).
 */
export interface NumberRule {
  /** Maximum digits after the decimal separator. */
  decimals: number;
  max: number;
  /** False if thousands separators are not expected (litres), so that the separator in 0,125 and 1,998 is a decimal one. */
  thousands?: boolean;
  /** Which units may follow the number and which example the error shows. Currency signs are always allowed. */
  kind?: 'reading' | 'volume';
}

export type ParsedNumber = { ok: true; value: number } | { ok: false; code: FieldErrorCode };

const SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/;
/** Ways to write each currency, as patterns; `other` is for currencies that are not supported. */
const SIGNS = {
  UAH: '₴|грн\\.?|uah',
  USD: '\\$|usd',
  EUR: '€|eur',
  PLN: 'zł|pln',
  GBP: '£|gbp',
  other: '₽',
} as const satisfies Record<Currency | 'other', string>;
const CURRENCY = Object.values(SIGNS).join('|');
const CURRENCY_PREFIX = new RegExp(`^(?:${CURRENCY})`, 'iu');
const suffixPattern = (words: string) => new RegExp(`(?:${CURRENCY}${words})$`, 'iu');
const SUFFIX = {
  money: suffixPattern(''),
  reading: suffixPattern('|(?:km|км|mi|mil|miles?|ми|мил[яьиі]|h|hours?|год|ч|мотогод|моточас(?:а|ов|и|ів)?)\\.?'),
  volume: suffixPattern('|(?:l|л|lit(?:er|re)s?|литр(?:а|ов)?|літр(?:а|и|ів)?)\\.?'),
};
/** Length of the longest currency sign or unit, including a dot. */
const SUFFIX_MAX = 10;
/** Maximum length of a typed number without surrounding spaces; longer text is rejected before parsing. */
const NUMBER_LENGTH_MAX = 40;

/** Without invisible characters, which messengers add. */
const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');

const fail = (code: FieldErrorCode): ParsedNumber => ({ ok: false, code });

/** The currencies whose signs precede or follow a typed amount. */
export function currenciesIn(typed: string | number): (keyof typeof SIGNS)[] {
  const text = withoutFormat(String(typed)).trim();
  if (text.length > NUMBER_LENGTH_MAX) return [];
  const ends = text.normalize('NFKC').trim();
  const currencies = Object.keys(SIGNS) as (keyof typeof SIGNS)[];
  return currencies.filter((currency) => new RegExp(`^(?:${SIGNS[currency]})|(?:${SIGNS[currency]})$`, 'iu').test(ends));
}

export function parseNumber(input: string | number, rule: NumberRule): ParsedNumber {
  if (typeof input === 'number') return fromNumber(input, rule);
  const trimmed = withoutFormat(input).trim();
  if (trimmed.length > NUMBER_LENGTH_MAX) return invalid(rule);
  const text = withoutUnits(trimmed.normalize('NFKC').trim(), rule);
  if (text === '') return fail('validation.required');
  if (/^[-\u2212]\s*[\d.,]/.test(text)) return fail('validation.number.negative');
  return fromText(text, rule);
}

/** Removes currency signs and units. Looks at both ends only: matching `\\s*sign$` on the whole text takes quadratic time. */
function withoutUnits(text: string, { kind }: NumberRule): string {
  const rest = text.replace(CURRENCY_PREFIX, '').trimStart();
  const end = rest.slice(-SUFFIX_MAX);
  return `${rest.slice(0, rest.length - end.length)}${end.replace(SUFFIX[kind ?? 'money'], '')}`.trimEnd();
}

function fromNumber(value: number, rule: NumberRule): ParsedNumber {
  if (!Number.isFinite(value)) return invalid(rule);
  if (value < 0) return fail('validation.number.negative');
  if (value > rule.max) return fail('validation.number.large');
  if (Number(value.toFixed(rule.decimals)) !== value) return tooPrecise(rule);
  return { ok: true, value };
}

function fromText(text: string, rule: NumberRule): ParsedNumber {
  const marks = text.replace(/[\d\s\u00a0\u2007\u2009\u202f'’]/g, '');
  if (/[^.,]/.test(marks) || !/^\d/.test(text) || !/\d$/.test(text)) return invalid(rule);
  const last = marks.at(-1);
  const isLastOnce = last !== undefined && marks.indexOf(last) === marks.length - 1;
  const mayBeThousands = marks.length === 1 && rule.thousands !== false && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  if (mayBeThousands && rule.decimals > 1) return fail('validation.number.ambiguous');
  const isDecimal = isLastOnce && !mayBeThousands;
  const cut = isDecimal ? text.lastIndexOf(last) : text.length;
  const fraction = text.slice(cut + 1);
  const groups = text.slice(0, cut).split(marks.length > (isDecimal ? 1 : 0) ? /[.,]/ : SPACES);
  if (!isGrouped(groups) || !/^\d*$/.test(fraction)) return invalid(rule);
  if (/[^0]/.test(fraction.slice(rule.decimals)) || fraction.length > Math.max(rule.decimals, 2)) return tooPrecise(rule);
  const value = Number(`${groups.join('')}.${fraction || '0'}`);
  return value > rule.max ? fail('validation.number.large') : { ok: true, value };
}

/** The error whose message shows an example for the field. */
const invalid = ({ kind }: NumberRule): ParsedNumber => fail(kind ? `validation.number.${kind}` : 'validation.number.invalid');

const tooPrecise = (rule: NumberRule): ParsedNumber => fail(rule.decimals === 0 ? 'validation.number.whole' : 'validation.number.decimals');

/** True for one group of any length, or a group of one to three digits followed by groups of three: 1 234 567, not 15 65. */
function isGrouped(groups: string[]): boolean {
  const [first = '', ...rest] = groups;
  if (rest.length === 0) return /^\d+$/.test(first);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}
