import type { Decimal } from '#contract/tables.ts';

const SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/g;
/** A number with anything but digits before or after it, such as a currency sign or a unit. */
const AROUND =
  /^(?<sign>[-\u2212(])?\s*[^\d.,\s\-\u2212]{0,6}\s*(?<sign2>[-\u2212])?(?<digits>[\d.,]+)\s*(?<minus>[-\u2212])?[^\d]{0,12}$/u;

const bare = (text: string): { digits: string; isNegative: boolean } | undefined => {
  const found = AROUND.exec(text.normalize('NFKC').replace(SPACES, '').slice(0, 60))?.groups;
  if (!found?.digits || !/\d/.test(found.digits)) return undefined;
  return { digits: found.digits.replace(/[.,]$/, ''), isNegative: Boolean(found.sign ?? found.sign2 ?? found.minus) };
};

/** What a number says about the decimal sign: a sign, nothing, or that it can be read in two ways. */
export type Evidence = Decimal | 'none' | 'open';

const other = (sign: string): Decimal => (sign === ',' ? '.' : ',');

/** undefined for a text that is no number. */
export function decimalIn(text: string): Evidence | undefined {
  const digits = bare(text)?.digits;
  if (digits === undefined) return undefined;
  const signs = digits.replaceAll(/\d/g, '');
  if (signs === '') return 'none';
  const last = signs.at(-1) as Decimal;
  const isLastOnce = signs.indexOf(last) === signs.length - 1;
  if (!isLastOnce) return signs.replaceAll(last, '') === '' ? other(last) : undefined;
  if (signs.length > 1) return last;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? 'open' : last;
}

/** The number with the decimal sign, the other one being that of thousands; undefined if it is none. */
export function numberIn(text: string, decimal: Decimal): number | undefined {
  const [found, own] = [bare(text), decimalIn(text)];
  if (!found || own === undefined) return undefined;
  // A number that says it itself is right, whatever the others of its column say.
  const sign = own === ',' || own === '.' ? own : decimal;
  const plain = found.digits.replaceAll(other(sign), '').replace(sign, '.');
  const value = Number(plain);
  return Number.isFinite(value) ? (found.isNegative ? -value : value) : undefined;
}
