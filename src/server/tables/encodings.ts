import { TextDecoder } from 'node:util';

import { ENCODINGS, type Encoding } from '#contract/tables.ts';

/** Encodings of one byte, the most frequent one first. */
const ONE_BYTE = ENCODINGS.filter((encoding) => !encoding.startsWith('utf'));

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Bytes from which an encoding is guessed. */
const SAMPLE = 256 * 1024;
/** Share of zero bytes at every second place of UTF-16, which has separators and digits in every language. */
const ZEROS = 0.15;

/** The encoding of a text: by its mark, by zero bytes, by valid UTF-8, and otherwise the one in which its words look most like words. */
export async function encodingOf(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const start: Uint8Array[] = [];
  const other: Uint8Array[] = [];
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const chunk of chunks) {
    if (sizeOf(start) < SAMPLE) start.push(chunk);
    if (sizeOf(other) < SAMPLE && chunk.some((byte) => byte >= 0x80)) other.push(chunk);
    isUtf8 &&= isValid(utf8, chunk);
  }
  const sample = Buffer.concat(start).subarray(0, SAMPLE);
  const marked = MARKS.find(([, mark]) => mark.every((byte, n) => sample[n] === byte));
  if (marked) return marked[0];
  const wide = wideOf(sample);
  if (wide) return wide;
  if (isUtf8 && isValid(utf8)) return 'utf-8';
  return oneByteOf(Buffer.concat(other).subarray(0, SAMPLE));
}

const sizeOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Without a chunk, whether the text has ended at the end of a character. */
function isValid(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

function wideOf(sample: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [n, byte] of sample.entries()) if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > ZEROS && odd > even) return 'utf-16le';
  return even > ZEROS ? 'utf-16be' : undefined;
}

function oneByteOf(sample: Uint8Array): Encoding {
  const scores = ONE_BYTE.map((encoding) => ({ encoding, score: scoreOf(new TextDecoder(encoding).decode(sample), encoding) }));
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).encoding;
}

const CYRILLIC = /^(?:[А-ЯЁІЇЄҐ]?[а-яёіїєґ]+|[А-ЯЁІЇЄҐ]+|[А-ЯЁІЇЄҐ])$/;
const LATIN = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
/** Letters of the languages that are written in this code page; others are rarer than a wrong guess. */
const LETTERS: Partial<Record<Encoding, RegExp>> = {
  'windows-1252': /^[A-Za-zäöüßÄÖÜàáâãçèéêëíîïñòóôõúûÀÁÂÃÇÈÉÊÍÑÓÔÕÚœæøå]+$/,
  'windows-1250': /^[A-Za-ząćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉÍŇŘŠŤÚŮÝŽäöüßôĺľŕ]+$/,
};

/** Share of the letters beyond ASCII that stand in words of one script, in lower case but for the first letter, or all in capitals. */
function scoreOf(text: string, encoding: Encoding): number {
  const letters = LETTERS[encoding];
  let [good, all] = [0, 0];
  for (const word of text.match(/[\p{L}\p{S}\u0080-\u009f\ufffd]+/gu) ?? []) {
    const foreign = word.replace(/\p{ASCII}/gu, '').length;
    all += foreign;
    if (letters ? letters.test(word) && LATIN.test(word) : CYRILLIC.test(word)) good += foreign;
  }
  return all === 0 ? 0 : good / all;
}

/** The text without its mark, in pieces. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
