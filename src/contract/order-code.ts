import * as z from 'zod/mini';

/**
 * Alphabet of order codes, which people type into bank forms: digits and letters that cannot be confused with each other or with a
 * Cyrillic letter. Its length is prime, so that the check character detects every single wrong character and every swapped pair.
 */
export const ORDER_CODE_LETTERS = '23456789DFJLNQRUW';
export const ORDER_CODE_LENGTH = 8;

/** Computes the last character from the seven before it. */
export function checkCharacter(code: string): string {
  const sum = [...code.slice(0, ORDER_CODE_LENGTH - 1)].reduce(
    (total, letter, place) => total + (place + 2) * ORDER_CODE_LETTERS.indexOf(letter),
    0,
  );
  return ORDER_CODE_LETTERS.charAt(sum % ORDER_CODE_LETTERS.length);
}

/** The stored form: without spaces and hyphens, in upper case. */
export const normalizeOrderCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export function isOrderCode(code: string): boolean {
  return (
    code.length === ORDER_CODE_LENGTH &&
    [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter)) &&
    code.endsWith(checkCharacter(code))
  );
}

/** In groups of four, for display only; the code is copied and sent without the space. */
export const formatOrderCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** The payment purpose with the order code appended, unless the text already contains it. */
export const purposeWith = (purpose: string, code: string): string => (purpose.includes(code) ? purpose : `${purpose} ${code}`);

export const orderCode = z.string().check(z.overwrite(normalizeOrderCode), z.refine(isOrderCode, 'api.id'));
