import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import type { ReportPart, ReportSettings, WorkerAnswer, WorkerRequest } from '../pdf/report-content.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';
import { newNamelessFile, unlessDiskFails } from './nameless-file.ts';
import { type SteppedWorker, startSteppedWorker } from './stepped-worker.ts';

type ReportWorker = SteppedWorker<WorkerRequest, WorkerAnswer>;

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

export function workerReports({ worker: file, folder, queue = cpuQueue(), places: limits = PLACES }: Options): Reports {
  const places = cpuQueue(limits);

  async function draw(settings: ReportSettings, parts: AsyncIterable<ReportPart>, signal: AbortSignal): Promise<DrawnReport> {
    const drawn = await unlessDiskFails(newNamelessFile(folder));
    const start = (): Promise<ReportWorker> => startSteppedWorker({ file, settings, next: { step: true }, memoryMb: MEMORY_MB, signal });
    let worker: ReportWorker | undefined;
    try {
      const started = await queue.run('report', start, signal);
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
