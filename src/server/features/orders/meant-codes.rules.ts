import { withLatinLetters } from '#contract/folded.ts';
import { isOrderCode, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';

/** What people write in place of characters of the alphabet; Cyrillic letters that look like Latin ones are replaced before. */
const MEANT: Record<string, string> = {
  ...{ S: '5', B: '8', Z: '2', G: '6', T: '7', V: 'U', P: 'R', E: 'F', I: 'L', '1': 'L7', O: 'QD', '0': 'QD' },
  ...{ З: '3', Ч: '4', Б: '6' },
};
/** Texts are searched that far. */
const SEARCHED = 500;
const LETTERS = [...ORDER_CODE_LETTERS];

/** The words that a word can stand for; none if one of its characters stands for nothing. */
const meaningsOf = (word: string): string[] =>
  [...word].reduce<string[]>(
    (starts, letter) => {
      const meant = LETTERS.includes(letter) ? letter : (MEANT[letter] ?? '');
      return [...meant].flatMap((next) => starts.map((start) => start + next));
    },
    [''],
  );

/** The words of a text in upper case with Latin letters; two of four characters are also one. */
function wordsOf(text: string): string[] {
  const words = withLatinLetters(text.slice(0, SEARCHED))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length <= ORDER_CODE_LENGTH);
  const pairs = words.slice(1).flatMap((second, index) => {
    const first = words[index] ?? '';
    return first.length === second.length && first.length === ORDER_CODE_LENGTH / 2 ? [first + second] : [];
  });
  return [...words, ...pairs];
}

const valid = (codes: readonly string[]): string[] => [...new Set(codes.filter(isOrderCode))];

/** The codes in a text such as the purpose of a payment, also with look-alikes, or without the first character, which banks cut off. */
export const meantCodes = (text: string): string[] =>
  valid(
    wordsOf(text).flatMap((word) => {
      if (word.length === ORDER_CODE_LENGTH) return meaningsOf(word);
      return word.length === ORDER_CODE_LENGTH - 1 ? meaningsOf(word).flatMap((rest) => LETTERS.map((first) => first + rest)) : [];
    }),
  );

/** The codes from which a word of the text differs in one character, or in two neighbours that are swapped. */
export const similarCodes = (text: string): string[] =>
  valid(
    wordsOf(text)
      .filter(({ length }) => length === ORDER_CODE_LENGTH)
      .flatMap((word) =>
        [...word].flatMap((letter, at) => {
          const [before, after] = [word.slice(0, at), word.slice(at + 1)];
          return [...LETTERS.map((other) => before + other + after), before + after.slice(0, 1) + letter + after.slice(1)];
        }),
      ),
  );
