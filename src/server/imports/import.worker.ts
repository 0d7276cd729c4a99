/** Reads one file in a worker thread, some of it with each step. */
import { readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { newBatches } from './batches.ts';
import { CARNET_JSON, readCarnet } from './carnet-file.ts';
import type { FileHead, TableSettings, WorkerAnswer, WorkerSettings } from './drafts.ts';
import { Rejection } from './rejection.ts';
import { readStatement, type StatementHead } from './statement-file.ts';
import { readTables } from './table-file.ts';
import { readTracktor } from './tracktor.ts';
import { damaged, openZip } from './zip-file.ts';

/** Milliseconds of reading in one step. */
const STEP = 200;
/** Bytes that are read at once, and of a part of a file that is kept. */
const CHUNK = 256 * 1024;
/** The first bytes of a ZIP; the second form is that of an empty one. */
const ZIP_MARKS = ['504b0304', '504b0506'];
const JSON_MARK = '{';

const { fd, ...settings } = workerData as WorkerSettings;
const batches = newBatches();
let reading: AsyncGenerator<void, FileHead | StatementHead> | undefined;

/** The file from its beginning. A stream would close it. */
async function* chunks(): AsyncGenerator<Uint8Array, void> {
  for (let position = 0; ; ) {
    const chunk = Buffer.alloc(CHUNK);
    const length = readSync(fd, chunk, 0, CHUNK, position);
    if (length === 0) return;
    position += length;
    yield chunk.subarray(0, length);
  }
}

async function open(): Promise<AsyncGenerator<void, FileHead | StatementHead>> {
  return 'statement' in settings ? readStatement(async () => chunks(), settings.statement) : openImport(settings);
}

async function openImport(tables: TableSettings): Promise<AsyncGenerator<void, FileHead>> {
  const start = Buffer.alloc(4);
  const length = readSync(fd, start, 0, start.length, 0);
  if (length === 0) throw new Rejection('importsApi.empty');
  if (String(start).startsWith(JSON_MARK)) return readTracktor(async () => Readable.from(chunks()), batches);
  if (!ZIP_MARKS.includes(start.toString('hex'))) return kept(readTables([async () => chunks()], tables, batches));
  const zip = await openZip(fd);
  if (zip.paths.includes(CARNET_JSON)) return readCarnet(zip, batches);
  const paths = zip.paths.filter((name) => /\.(?:csv|tsv|txt)$/i.test(name));
  if (paths.length === 0) throw new Rejection('importsApi.unknown');
  const files = paths.map((path) => () => zip.read(path));
  return kept(readTables(files, tables, batches));
}

/** With the file itself, which can be read differently with other answers. */
async function* kept(table: AsyncGenerator<void, FileHead>): AsyncGenerator<void, FileHead> {
  const head = yield* table;
  for await (const chunk of chunks()) {
    batches.addFile(chunk);
    yield;
  }
  return head;
}

async function step(): Promise<WorkerAnswer> {
  reading ??= await open();
  const end = performance.now() + STEP;
  while (performance.now() < end) {
    const next = await damaged(async () => reading?.next());
    if (!next?.done) continue;
    batches.end();
    return { parts: batches.take(), head: next.value };
  }
  return { parts: batches.take() };
}

async function answer(): Promise<void> {
  try {
    const found = await step();
    const buffers = 'parts' in found ? found.parts.map(({ bytes }) => bytes.buffer) : [];
    parentPort?.postMessage(found, buffers);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    parentPort?.postMessage({ rejected: error.code } satisfies WorkerAnswer);
  }
}

parentPort?.on('message', () => {
  answer().catch((error: unknown) => {
    // Ends the thread with this error, which the main thread receives.
    setImmediate(() => {
      throw error;
    });
  });
});
parentPort?.postMessage({ parts: [] } satisfies WorkerAnswer);
