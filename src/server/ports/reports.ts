import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import type { ReportPart, ReportSettings, WorkerAnswer, WorkerRequest } from '../pdf/report-content.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

/** A complete PDF. Its file is closed when `parts` has been read or destroyed. */
export interface DrawnReport {
  /** Bytes. */
  size: number;
  parts: Readable;
}

export interface Reports {
  /**
   * Draws a PDF in a worker thread. `parts` is read when it is the turn of the report; `signal` ends the work. Throws 503 if too many
   * reports are waiting, or if the file cannot be written.
   */
  create(settings: ReportSettings, parts: AsyncIterable<ReportPart>, signal: AbortSignal): Promise<DrawnReport>;
}

interface Options {
  /** The file of the worker: built, or the source (report.worker.ts). */
  worker: URL;
  /** Where the PDF is written. */
  folder: string;
  /** Shared with other work; a report takes a slot for each step of some tenths of a second. */
  queue?: CpuQueue;
  /** Reports in progress and waiting. */
  places?: { concurrency: number; maxWaiting: number };
}

/** Limits memory: a report with 20,000 records of the longest texts takes up to 170 MB while it is drawn. */
const PLACES = { concurrency: 2, maxWaiting: 10 };
export const MEMORY_MB = 256;
const FILE_MODE = 0o600;

export function workerReports({ worker: file, folder, queue = cpuQueue(), places: limits = PLACES }: Options): Reports {
  const places = cpuQueue(limits);

  async function draw(settings: ReportSettings, parts: AsyncIterable<ReportPart>, signal: AbortSignal): Promise<DrawnReport> {
    const drawn = await unlessDiskFails(newNamelessFile(folder));
    let worker: ReportWorker | undefined;
    try {
      const started = await queue.run('report', () => startWorker(file, settings, signal), signal);
      worker = started;
      for await (const part of parts) {
        signal.throwIfAborted();
        started.send({ part });
      }
      for (let size = 0; ; ) {
        const { bytes, isLast } = await queue.run('report', started.step, signal);
        await unlessDiskFails(drawn.writeFile(bytes));
        size += bytes.length;
        if (isLast) return { size, parts: drawn.createReadStream({ start: 0 }) };
      }
    } catch (error) {
      await drawn.close();
      throw error;
    } finally {
      await worker?.end();
    }
  }

  return {
    async create(settings, parts, signal) {
      try {
        return await places.run('report', () => draw(settings, parts, signal), signal);
      } catch (cause) {
        // The client has closed the connection: not an error of the server, and the answer is discarded.
        if (signal.aborted) throw new AppError('api.400', { cause });
        throw cause;
      }
    },
  };
}

/** A file without a name, whose space is freed when it is closed, even if the process is killed. */
async function newNamelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `report-${randomUUID()}.pdf`);
  const file = await open(path, 'wx+', FILE_MODE);
  await unlink(path);
  return file;
}

/** A full or broken disk is not an error of the report: 503. */
async function unlessDiskFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError('api.503', { cause });
  }
}

interface ReportWorker {
  send(request: WorkerRequest): void;
  /** Throws if the thread fails, or if the signal is aborted. */
  step: () => Promise<WorkerAnswer>;
  end(): Promise<void>;
}

/** Starts a thread with a limited heap, so that a report cannot exhaust the memory of the process. */
async function startWorker(file: URL, settings: ReportSettings, signal: AbortSignal): Promise<ReportWorker> {
  const worker = new Worker(file, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const exited = new Promise<never>((_, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The thread of a report has ended early.')));
  });
  // A rejection between two steps must not be unhandled; the next step throws it.
  exited.catch(() => undefined);
  const answer = async (): Promise<WorkerAnswer> => {
    const [message] = await Promise.race([once(worker, 'message', { signal }), exited]);
    return message as WorkerAnswer;
  };
  const send = (request: WorkerRequest): void => worker.postMessage(request);
  const end = async (): Promise<void> => void (await worker.terminate());
  try {
    await answer();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    send,
    end,
    step: () => {
      send({ step: true });
      return answer();
    },
  };
}
