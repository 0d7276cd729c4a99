import type { FileHandle } from 'node:fs/promises';
import { IMPORT_BYTES } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import type { DraftPart, FileHead, TableSettings, WorkerAnswer, WorkerSettings } from '../imports/drafts.ts';
import type { StatementHead, StatementSettings } from '../imports/statement-file.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';
import { newNamelessFile, unlessDiskFails } from './nameless-file.ts';
import { type SteppedWorker, startSteppedWorker } from './stepped-worker.ts';

export interface FileToRead {
  content: AsyncIterable<Uint8Array>;
  tables: TableSettings;
}

export interface ImportReader {
  /**
   * Reads a file of another program in a worker thread: parts of its rows as they are found, and what is known at its end. `signal` ends the
   * work. Throws 413 and 422 for a file that cannot be read, 503 if too many files are waiting, or if it cannot be kept on disk.
   */
  read(file: FileToRead, signal: AbortSignal, onPart: (part: DraftPart) => Promise<void>): Promise<FileHead>;
  /** Reads a bank statement in the same way. */
  readStatement(content: AsyncIterable<Uint8Array>, settings: StatementSettings, signal: AbortSignal): Promise<StatementHead>;
}

interface Options {
  /** The file of the worker: built, or the source (import.worker.ts). */
  worker: URL;
  /** Where the file is kept while it is read. */
  folder: string;
  /** Shared with other work; a file takes a slot for each step of some tenths of a second. */
  queue?: CpuQueue;
}

/** Files in progress and waiting: each takes up to MEMORY_MB. */
const PLACES = { concurrency: 2, maxWaiting: 10 };
const MEMORY_MB = 192;

type Thread = SteppedWorker<{ step: true }, WorkerAnswer>;

export function workerImports({ worker: file, folder, queue = cpuQueue() }: Options): ImportReader {
  const places = cpuQueue(PLACES);

  async function run(
    settings: WorkerSettings,
    signal: AbortSignal,
    onPart: (part: DraftPart) => Promise<void>,
  ): Promise<FileHead | StatementHead> {
    const start = (): Promise<Thread> => startSteppedWorker({ file, settings, next: { step: true }, memoryMb: MEMORY_MB, signal });
    const thread = await queue.run('import', start, signal);
    try {
      for (;;) {
        const answer = await queue.run('import', () => stepOf(thread), signal);
        if ('rejected' in answer) throw new AppError(answer.rejected);
        for (const part of answer.parts) await onPart(part);
        if (answer.head) return answer.head;
      }
    } finally {
      await thread.end();
    }
  }

  async function readFile<Head>(
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    read: (fd: number) => Promise<FileHead | StatementHead>,
  ): Promise<Head> {
    const handle = await unlessDiskFails(newNamelessFile(folder));
    try {
      await keep(handle, content);
      return (await places.run('import', () => read(handle.fd), signal)) as Head;
    } catch (cause) {
      // The client has closed the connection: not an error of the server, and the answer is discarded.
      if (signal.aborted) throw new AppError('api.400', { cause });
      throw cause;
    } finally {
      await handle.close();
    }
  }

  return {
    read: ({ content, tables }, signal, onPart) => readFile<FileHead>(content, signal, (fd) => run({ fd, ...tables }, signal, onPart)),
    readStatement: (content, statement, signal) =>
      readFile<StatementHead>(content, signal, (fd) => run({ fd, statement }, signal, async () => undefined)),
  };
}

async function keep(handle: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > IMPORT_BYTES) throw new AppError('importsApi.413');
    await unlessDiskFails(handle.writeFile(chunk));
  }
}

/** A thread that runs out of memory has a file with more than it can hold in one piece. */
async function stepOf(thread: Thread): Promise<WorkerAnswer> {
  try {
    return await thread.step();
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new AppError('importsApi.tooMuch', { cause });
    throw cause;
  }
}
