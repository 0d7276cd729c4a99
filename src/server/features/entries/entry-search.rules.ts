import { ALIKE } from '#contract/folded.ts';
import type { DatabaseKind } from '../../db/columns.ts';

/** The ways to write a letter: in lower and upper case, and the letters typed for it. */
function variantsOf(letter: string): string[] {
  const alike = ALIKE.find((letters) => letters.includes(letter.toLowerCase())) ?? letter;
  const variants = [...alike].flatMap((one) => [one.toLowerCase(), one.toUpperCase()]);
  // Some letters have no single capital: ß becomes SS.
  return [...new Set(variants)].filter((variant) => [...variant].length === 1);
}

const GLOB_SPECIAL = '*?[';
const isWordCharacter = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter);

/**
 * Patterns that find a word in a text in upper or lower case: for GLOB on SQLite, whose LIKE and lower() know Latin letters only, and for
 * the operator ~ on PostgreSQL, whose lower() depends on the locale of the database.
 */
const PATTERNS: Record<DatabaseKind, (word: string) => string> = {
  sqlite: (word) => `*${[...word].map(globLetter).join('')}*`,
  postgres: (word) => [...word].map(regexpLetter).join(''),
};

function globLetter(letter: string): string {
  const variants = variantsOf(letter);
  return variants.length > 1 || GLOB_SPECIAL.includes(letter) ? `[${variants.join('')}]` : letter;
}

function regexpLetter(letter: string): string {
  const variants = variantsOf(letter);
  if (variants.length > 1) return `[${variants.join('')}]`;
  return isWordCharacter(letter) ? letter : `\\${letter}`;
}

/** One pattern for each word of a search; none for an empty one. */
export const patternsOf = (search: string, kind: DatabaseKind): string[] =>
  [...new Set(search.split(/\s+/u).filter((word) => word !== ''))].map((word) => PATTERNS[kind](word));

/**
 * Records of a batch times letters of the search. GLOB compares the search at each letter of a text, which takes 1.3 ms per record
 * with the longest texts and search, and blocks the thread; PostgreSQL searches in another process.
 */
const BATCH_STEPS: Record<DatabaseKind, number> = { sqlite: 500, postgres: 8_000 };
const BATCH_MAX = 1_000;

/** Records to read at once: fewer for a long search, because the time to compare grows with the length of text and search. */
export const batchSizeOf = (search: string, kind: DatabaseKind): number =>
  Math.min(BATCH_MAX, Math.ceil(BATCH_STEPS[kind] / Math.max(1, search.length)));
