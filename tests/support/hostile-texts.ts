/** Size of a hostile text in bytes of UTF-8, which fits into a request body of 64 KB together with the rest of the JSON. */
const SIZE = 60_000;

const filled = (unit: string): string => unit.repeat(Math.floor(SIZE / Buffer.byteLength(unit)));
/** `unit` repeated between two ends. */
const between = (head: string, unit: string, tail: string): string => `${head}${filled(unit).slice(0, SIZE - 16)}${tail}`;
/** Two units, each repeated over half of the text. */
const halves = (first: string, second: string): string =>
  `a${filled(first).slice(0, filled(first).length / 2)}${filled(second).slice(0, filled(second).length / 2)}`;

/** Texts of 60 KB that are slow for parsers and regular expressions that backtrack, search repeatedly or reorder. */
export const HOSTILE_TEXTS: Record<string, string> = {
  letters: filled('x'),
  'Cyrillic letters': filled('ї'),
  digits: filled('1'),
  zeros: filled('0'),
  spaces: filled(' '),
  'no-break spaces': filled('\u00a0'),
  'tabs and line breaks': filled('\t\n\r'),
  'spaces in a number': between('1', ' ', 'x'),
  'no-break spaces in a number': between('1', '\u00a0', 'x'),
  'spaces and letters by turns': filled(' x'),
  'decimals of zeros': between('0.', '0', '1'),
  'decimals of zeros and a letter': between('0.', '0', 'x'),
  'groups of thousands': between('1', ' 000', ''),
  'groups of thousands and a letter': between('1', ',000', 'x'),
  'currency signs': filled('$'),
  'currency words': filled('грн.'),
  'currency signs and spaces': filled('$ '),
  'minus signs': filled('-'),
  'at signs': filled('@'),
  'at signs and letters': filled('a@'),
  dots: filled('.'),
  'dots and letters': filled('a.'),
  'an address without an end': `a@${filled('a.')}!`,
  'an address of hyphens': `a@a${filled('-')}!`,
  'a local part without an end': between('', 'a+', ''),
  backslashes: filled('\\'),
  slashes: filled('/'),
  quotes: filled('"'),
  apostrophes: filled("a'"),
  brackets: filled('[('),
  commas: filled(','),
  'ids with commas': `${filled('1,')}x`,
  hyphens: filled('-'),
  'right-to-left letters': filled('א'),
  'direction marks': filled('\u202e'),
  'zero-width characters': filled('\u200b'),
  'control characters': filled('\u0001'),
  'lone surrogates': filled('\ud800'),
  emojis: filled('🚲'),
  'joined emojis': filled('👩\u200d'),
  'one combining mark': between('a', '\u0301', ''),
  'combining marks by turns': between('a', '\u0301\u0323', ''),
  'combining marks in the wrong order': halves('\u0301', '\u0323'),
  'combining marks between spaces': filled(' \u0301\u0323'),
  'ligatures that grow when normalised': filled('\ufdfa'),
  'Hangul jamo': filled('\u1100\u1161\u11a8'),
};
