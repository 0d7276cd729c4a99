/** Latin letters by the Cyrillic letters that look like them; people type numbers and codes with either keyboard layout. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  Array.from('АВЕКМНОРСТУХІЅЈ', (letter, index) => [letter, 'ABEKMHOPCTYXISJ'.charAt(index)]),
);

/** In upper case, with Latin letters instead of the Cyrillic ones that look like them. */
export const withLatinLetters = (text: string): string => text.toUpperCase().replace(/[А-ЯІЅЈ]/g, (letter) => LOOKALIKES[letter] ?? letter);

const APOSTROPHES = /['’‘‛ʼʻ`´′＇]/g;
/** й and ї keep their marks, which make them other letters. */
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
const STRESS = /[\u0300\u0301]/g;
const ALIKE: Record<string, string> = { ё: 'е', ґ: 'г', ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };
const ALIKE_LETTERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');

/**
 * The form in which texts that people type are compared: in lower case, with one kind of dash and single spaces, without apostrophes and
 * stress marks, without the marks of Latin letters (Škoda, Citroën), and with one of the letters that are typed for each other. Never shown
 * or stored in place of the text.
 */
export const folded = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(LATIN_WITH_MARKS, '$1')
    .replace(STRESS, '')
    .normalize('NFC')
    .replace(ALIKE_LETTERS, (letter) => ALIKE[letter] ?? letter)
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** The form in which codes and numbers are compared: the letters and digits of `folded`, with Latin letters for Cyrillic look-alikes. */
export const foldedCode = (code: string): string =>
  withLatinLetters(folded(code))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
