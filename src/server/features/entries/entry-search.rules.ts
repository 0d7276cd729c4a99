import { folded, foldedCode } from '#contract/folded.ts';
import { parseNumber } from '#contract/numbers.ts';
import { TENTHS } from '#contract/units.ts';
import type { MixedLine } from './mixed-lines.service.ts';

/** An entry as a search compares it. */
interface Searched {
  /** Folded texts. */
  text: string;
  /** The part code, and all texts, without spaces and signs. */
  code: string;
  codes: string;
  /** `.01.12.2026.` */
  day: string;
  /** Tenths. */
  reading: number;
  /** Cents. */
  amount: number;
}

type Test = (entry: Searched) => boolean;

/** The end of a day such as 1.12.2026, 12.2026 or 2026, also written with slashes, or the beginning of 2026-12-01. */
function dayTest(word: string): Test | undefined {
  const parts = word.split(/[./-]/).map((part) => part.padStart(2, '0'));
  if (parts.length > 3 || !parts.every((part) => /^(?:\d\d|\d{4})$/.test(part))) return undefined;
  const [first = '', ...rest] = parts;
  const isYearFirst = first.length === 4;
  if (isYearFirst ? rest.some((part) => part.length === 4) : parts.at(-1)?.length !== 4) return undefined;
  const end = `.${(isYearFirst ? parts.reverse() : parts).join('.')}.`;
  return ({ day }) => day.endsWith(end);
}

/** A price or a reading; a whole number also finds those with a fraction. */
function numberTest(typed: string): Test | undefined {
  const parsed = [2, 0]
    .map((decimals) => parseNumber(typed, { decimals, max: Number.MAX_SAFE_INTEGER, kind: 'reading' }))
    .find(({ ok }) => ok);
  if (!parsed?.ok) return undefined;
  const { value } = parsed;
  const same = (number: number) => (Number.isInteger(value) ? Math.floor(number) : number) === value;
  return ({ amount, reading }) => same(amount / 100) || (reading > 0 && same(reading / TENTHS));
}

/** A word in any text, or in the code of the part however that is spelled; one with a digit may be a code in any text. */
function wordTest(word: string): Test {
  const code = foldedCode(word);
  const hasDigit = /\p{N}/u.test(code);
  const tests = [dayTest(word), numberTest(word)].filter((test) => test !== undefined);
  return (entry) =>
    entry.text.includes(word) || (code !== '' && (hasDigit ? entry.codes : entry.code).includes(code)) || tests.some((test) => test(entry));
}

/** Whether an entry matches a search: each word of it, or the whole search as one number such as 105 000 km. */
export function searchTest(q: string): (line: MixedLine) => boolean {
  const words = [...new Set(folded(q).split(' '))].filter((word) => word !== '').map(wordTest);
  const number = numberTest(q);
  return (line) => {
    const entry = searchedOf(line);
    return words.every((test) => test(entry)) || number?.(entry) === true;
  };
}

/** All texts of an entry. */
function textsOf(line: MixedLine): string[] {
  const own = line.kind === 'fill' ? line.details.grade : line.kind === 'cost' ? line.details.title : null;
  return [line.operation_name, line.part_name, line.part_code, line.place, line.note, own].filter((text) => text !== null);
}

function searchedOf(row: MixedLine): Searched {
  const texts = textsOf(row);
  const [year, month, day] = row.performed_on.split('-');
  return {
    text: folded(texts.join(' ')),
    get code() {
      return foldedCode(row.part_code ?? '');
    },
    get codes() {
      return texts.map(foldedCode).join(' ');
    },
    day: `.${day}.${month}.${year}.`,
    reading: row.reading,
    amount: row.amount === null ? -1 : Math.abs(row.amount),
  };
}
