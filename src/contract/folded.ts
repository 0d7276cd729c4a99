/** Characters that people type for each other; each is compared as the first of its group. */
export const ALIKE = ['-‐‑‒–—−', 'её', 'гґ', "'’ʼ`ʻ′"] as const;

const FIRST_OF = new Map(ALIKE.flatMap((group) => [...group].map((letter) => [letter, group === ALIKE[3] ? '' : group.charAt(0)])));
/** The dashes are first, where a hyphen is no range. */
const FOLDED = new RegExp(`[${ALIKE.join('')}]`, 'gu');

/**
 * The form in which texts that people type are compared: in lower case, with one kind of dash and single spaces, without apostrophes, and
 * with one of the letters that are typed for each other. Never shown or stored in place of the text.
 */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(FOLDED, (letter) => FIRST_OF.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
