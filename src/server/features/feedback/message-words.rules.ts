import { folded } from '#contract/folded.ts';
import { EMAIL_MAX } from '#contract/limits.ts';

/** Longer words are shortened to this many characters, in searches too. */
const WORD_MAX = 40;
/** Words of a search that are used. */
const TERMS_MAX = 8;

const split = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_MAX));

export interface SearchedTexts {
  first_name: string;
  last_name: string;
  email: string;
  text: string;
}

/** The different words of a message and its sender. The email is stored whole, too. */
export const wordsOf = ({ first_name, last_name, email, text }: SearchedTexts): string[] => [
  ...new Set([email, ...split(`${first_name} ${last_name} ${email} ${text}`)]),
];

/** The beginnings of words that a search asks for. A term with @ is an email. */
export function termsOf(search: string): string[] {
  const terms = search.split(/\s+/u).flatMap((part) => (/.@/.test(part) ? [part.toLowerCase().slice(0, EMAIL_MAX)] : split(part)));
  return [...new Set(terms)].slice(0, TERMS_MAX);
}
