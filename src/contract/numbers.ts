import type { FieldErrorCode } from './errors.ts';

/**
 * The one parser of typed numbers (product decisions, part 3): 15,65 and 15.65, 1 234,56, 1.234,56 and 1,234.56, with a
 * currency sign or without. What cannot be told apart (1,234 where thousands are possible) is refused, never rounded.
 */
export interface NumberRule {
  /** Digits allowed after the decimal sign. */
  decimals: number;
  max: number;
  /** False where a thousand is out of the question (litres), so that 0,125 and 1,998 are decimals. */
  thousands?: boolean;
}

export type ParsedNumber = { ok: true; value: number } | { ok: false; code: FieldErrorCode };

const SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/;
const CURRENCY_FIRST = /^(?:₴|\$|€|£|₽|zł|грн\.?|uah|usd|eur|pln|gbp)/iu;
const CURRENCY_LAST = /(?:₴|\$|€|£|₽|zł|грн\.?|uah|usd|eur|pln|gbp)$/iu;
/** Characters of the longest currency sign. */
const CURRENCY_MAX = 4;
/** Characters of a typed number without surrounding spaces; longer texts are refused before parsing. */
const NUMBER_LENGTH_MAX = 40;

const no = (code: FieldErrorCode): ParsedNumber => ({ ok: false, code });

export function parseNumber(input: string | number, rule: NumberRule): ParsedNumber {
  if (typeof input === 'number') return fromNumber(input, rule);
  const trimmed = input.trim();
  if (trimmed.length > NUMBER_LENGTH_MAX) return no('validation.number.invalid');
  const text = withoutCurrency(trimmed.normalize('NFKC').trim());
  if (text === '') return no('validation.required');
  if (/^[-\u2212]\s*[\d.,]/.test(text)) return no('validation.number.negative');
  return fromText(text, rule);
}

/** Looks for the sign at both ends only: `\\s*sign$` on the whole text takes quadratic time. */
function withoutCurrency(text: string): string {
  const rest = text.replace(CURRENCY_FIRST, '').trimStart();
  const end = rest.slice(-CURRENCY_MAX);
  return `${rest.slice(0, rest.length - end.length)}${end.replace(CURRENCY_LAST, '')}`.trimEnd();
}

function fromNumber(value: number, rule: NumberRule): ParsedNumber {
  if (!Number.isFinite(value)) return no('validation.number.invalid');
  if (value < 0) return no('validation.number.negative');
  if (value > rule.max) return no('validation.number.large');
  if (Number(value.toFixed(rule.decimals)) !== value) return tooFine(rule);
  return { ok: true, value };
}

function fromText(text: string, rule: NumberRule): ParsedNumber {
  const marks = text.replace(/[\d\s\u00a0\u2007\u2009\u202f'’]/g, '');
  if (/[^.,]/.test(marks) || !/^\d/.test(text) || !/\d$/.test(text)) return no('validation.number.invalid');
  const last = marks.at(-1);
  const isDecimal = last !== undefined && marks.indexOf(last) === marks.length - 1;
  const cut = isDecimal ? text.lastIndexOf(last) : text.length;
  const fraction = text.slice(cut + 1);
  const groups = text.slice(0, cut).split(isDecimal && marks.length > 1 ? /[.,]/ : marks.length > 0 && !isDecimal ? /[.,]/ : SPACES);
  if (!isGrouped(groups) || !/^\d*$/.test(fraction)) return no('validation.number.invalid');
  const mayBeThousands = isDecimal && marks.length === 1 && groups.length === 1 && fraction.length === 3;
  if (mayBeThousands && rule.thousands !== false && isGroup(groups[0])) return no('validation.number.ambiguous');
  if (/[^0]/.test(fraction.slice(rule.decimals)) || fraction.length > Math.max(rule.decimals, 2)) return tooFine(rule);
  const value = Number(`${groups.join('')}.${fraction || '0'}`);
  return value > rule.max ? no('validation.number.large') : { ok: true, value };
}

const tooFine = (rule: NumberRule): ParsedNumber => no(rule.decimals === 0 ? 'validation.number.whole' : 'validation.number.decimals');

/** One group of any length, or a first of one to three digits and then threes: 1 234 567, not 15 65. */
function isGrouped(groups: string[]): boolean {
  const [first = '', ...rest] = groups;
  if (rest.length === 0) return /^\d+$/.test(first);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

/** Could these digits stand before a thousands sign? 0,125 could not be a thousand. */
const isGroup = (digits = ''): boolean => /^[1-9]\d{0,2}$/.test(digits);
