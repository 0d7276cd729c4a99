import { expect, test } from 'vitest';
import { readZip } from '#tests/support/zip.ts';
import { type ZipPart, zipOf } from './zip.ts';

const AT = new Date('2026-06-17T12:00:00Z');
const PAGE = 'x'.repeat(10_000);
/** What the streams between a file and the reader of the ZIP buffer, in bytes. */
const BUFFERED = 512 * 1024;

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A source of files that counts the bytes that were asked for, and how many files were open and closed. */
function source(files: number, pages: number) {
  const seen = { bytes: 0, opened: 0, closed: 0, isOver: false };
  async function* content() {
    seen.opened += 1;
    try {
      for (let page = 0; page < pages; page += 1) {
        seen.bytes += PAGE.length;
        yield PAGE;
      }
    } finally {
      seen.closed += 1;
    }
  }
  async function* list(): AsyncGenerator<ZipPart, void> {
    try {
      for (let n = 0; n < files; n += 1) yield { path: `Їжак/${n}.txt`, isCompressible: false, content: content() };
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, list };
}

test('contains the files in their order, compressed or not', async () => {
  async function* files(): AsyncGenerator<ZipPart, void> {
    for (const isCompressible of [true, false])
      yield {
        path: `Ґ/${isCompressible}.txt`,
        isCompressible,
        content: (async function* () {
          yield* ['Привіт', '', Buffer.from(', світе')];
        })(),
      };
  }
  const files_ = await readZip(await collect(zipOf(files(), AT)));
  expect([...files_].map(([path, bytes]) => [path, String(bytes)])).toEqual([
    ['Ґ/true.txt', 'Привіт, світе'],
    ['Ґ/false.txt', 'Привіт, світе'],
  ]);
  expect((await readZip(await collect(zipOf((async function* () {})(), AT)))).size).toBe(0);
});

test('reads no further ahead than its reader, however large it is', async () => {
  const { seen, list } = source(3, 1_000);
  let taken = 0;
  let ahead = 0;
  for await (const chunk of zipOf(list(), AT)) {
    taken += chunk.length;
    ahead = Math.max(ahead, seen.bytes - taken);
    expect(seen.opened - seen.closed).toBeLessThanOrEqual(1);
  }
  expect(seen.bytes).toBe(3 * 1_000 * PAGE.length);
  expect(ahead).toBeLessThan(BUFFERED);
});

test('a reader that stops ends all reading', async () => {
  const { seen, list } = source(3, 1_000);
  for await (const _ of zipOf(list(), AT)) break;
  expect(seen).toMatchObject({ opened: 1, closed: 1, isOver: true });
  expect(seen.bytes).toBeLessThan(BUFFERED);
});

test.each(['a file', 'the list'])('an error of %s is the error of the ZIP', async (place) => {
  const fails = async function* (): AsyncGenerator<never, void> {
    yield* await Promise.reject<never[]>(new Error('the disk is gone'));
  };
  const files =
    place === 'the list'
      ? fails()
      : (async function* () {
          yield { path: 'a', isCompressible: true, content: fails() };
        })();
  await expect(collect(zipOf(files, AT))).rejects.toThrow('the disk is gone');
});
