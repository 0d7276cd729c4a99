import * as z from 'zod/mini';

/**
 * The code that a person types into a bank form (product decisions, part 3): digits and letters of which none looks like another,
 * nor like a Cyrillic one. Their number is prime, so that the check character finds each wrong one and each swapped pair.
 */
export const ORDER_CODE_LETTERS = '23456789DFJLNQRUW';
export const ORDER_CODE_LENGTH = 8;

/** The last character, by the seven before it. */
export function checkCharacter(code: string): string {
  const sum = [...code.slice(0, ORDER_CODE_LENGTH - 1)].reduce(
    (total, letter, place) => total + (place + 2) * ORDER_CODE_LETTERS.indexOf(letter),
    0,
  );
  return ORDER_CODE_LETTERS.charAt(sum % ORDER_CODE_LETTERS.length);
}

/** As it is kept: no spaces and hyphens, capital letters. */
export const foldedOrderCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export function isOrderCode(code: string): boolean {
  return (
    code.length === ORDER_CODE_LENGTH &&
    [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter)) &&
    code.endsWith(checkCharacter(code))
  );
}

/** In groups of four, for reading; what is copied and sent is the code itself. */
export const shownOrderCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

export const orderCode = z.string().check(z.overwrite(foldedOrderCode), z.refine(isOrderCode, 'api.id'));
