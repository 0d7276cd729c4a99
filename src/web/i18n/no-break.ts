/**
 * Joins, by no-break spaces, a number with the word after it, a Cyrillic word of one letter with the next word, and a dash with the word
 * before it, so that a line never ends between them.
 */
export const noBreak = (text: string): string =>
  text.replace(/(?<=\d) (?=\p{L})|(?<=(?:^|[^\p{L}\p{N}])[А-яІіЇїЄєҐґ]) (?=\S)| (?=[–—] )/gu, '\u00a0');
