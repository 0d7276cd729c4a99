import { folded } from '#contract/folded.ts';

/** Characters of a stored piece. Longer ones would find nothing more: what remains of a term is compared with the text of the user. */
export const PIECE_MAX = 12;
/** Words of a search that are used. */
const TERMS_MAX = 8;
/** Fewer digits are the number of a user, not a part of a phone number or an email. */
const DIGITS_MIN = 4;

export interface SearchedPerson {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The words that a search compares, separated by single spaces; the phone number as its digits. */
export const searchTextOf = ({ first_name, last_name, email, phone }: SearchedPerson): string =>
  folded([first_name, last_name, email, ...(phone === null ? [] : [digitsOf(phone)])].join(' '));

/** The pieces of each word: what follows each of its characters. Code points are never split, because no database stores half of one. */
export function piecesOf(searchText: string): string[] {
  const pieces = new Set<string>();
  for (const word of searchText.split(' ')) {
    const letters = [...word];
    for (let from = 0; from < letters.length; from += 1) pieces.add(letters.slice(from, from + PIECE_MAX).join(''));
  }
  return [...pieces];
}

/** Beginnings of pieces that a user with the term has: the whole term, or the beginning and the end of a long one. */
export function piecesToFind(term: string): string[] {
  const letters = [...term];
  return letters.length <= PIECE_MAX ? [term] : [letters.slice(0, PIECE_MAX).join(''), letters.slice(-PIECE_MAX).join('')];
}

interface UserQuery {
  /** Parts of name, email or phone number; a user must have all parts of one of the alternatives. */
  alternatives: string[][];
  /** The number of a user, which is found in addition. */
  userId: number | undefined;
}

/** Anything that surrounds words, such as quotes or <>, is left out. */
function wordsOf(q: string): string[] {
  const words = folded(q.normalize('NFC')).split(/[\s,;:()<>[\]"«»„“”]+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, TERMS_MAX);
}

/** A phone number may be typed with spaces, signs and the prefix 00. Digits and signs without spaces can also be a part of an email. */
function alternativesOf(q: string): string[][] {
  if (!/^[\d\s()+./-]*$/.test(q)) return [wordsOf(q)];
  const digits = digitsOf(q).replace(/^00/, '');
  const isPartOfEmail = /\D/.test(q) && !/\s/.test(q);
  return [...(digits.length < DIGITS_MIN ? [] : [[digits]]), ...(isPartOfEmail ? [wordsOf(q)] : [])];
}

/** What a search text asks for. A number sign before digits asks for the number of a user only. */
export function userQueryOf(q: string): UserQuery {
  const [, sign, number] = /^([№#]?)\s*(\d{1,15})$/u.exec(q) ?? [];
  const alternatives = sign ? [] : alternativesOf(q).filter((terms) => terms.length > 0);
  return { alternatives, userId: number === undefined ? undefined : Number(number) };
}
