import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { newBatches } from '#server/imports/batches.ts';
import type { DraftEntry, DraftLine, FileHead } from '#server/imports/drafts.ts';
import { Rejection } from '#server/imports/rejection.ts';
import { readTables } from '#server/imports/table-file.ts';
import { readTracktor } from '#server/imports/tracktor.ts';

/** Files of other programs, read without a server. */

export interface Read {
  head: FileHead;
  entries: DraftEntry[];
  lines: DraftLine[];
  refused: number;
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** What a file becomes, or the code with which it is rejected. Any other failure is thrown. */
export async function read(bytes: Uint8Array, name = ''): Promise<Read | string> {
  const batches = newBatches();
  const open = async () => inPieces(bytes, 1_000);
  const isJson = name === 'TRACKTOR';
  const reading = isJson
    ? readTracktor(async () => Readable.from(await open()), batches)
    : readTables([open], { answers: null, kept: {} }, batches);
  try {
    for (;;) {
      const { done, value } = await reading.next();
      if (!done) continue;
      batches.end();
      const parts = batches.take().map(({ name, bytes: packed }) => ({ name, rows: JSON.parse(String(gunzipSync(packed))) }));
      const rowsOf = (name: string) => parts.filter((part) => part.name === name).flatMap(({ rows }) => rows);
      return { head: value, entries: rowsOf('entries'), lines: rowsOf('lines'), refused: rowsOf('refused').length };
    }
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
}
