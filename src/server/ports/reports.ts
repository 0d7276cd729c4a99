import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import type { ReportPart, ReportSettings, WorkerAnswer, WorkerRequest } from '../pdf/report-content.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

export interface Reports {
  /**
   * Draws a PDF in a thread of its own. `parts` is read when the report has a place; `signal` ends the work. Throws 503 if too many reports
   * are waiting.
   */
  create(settings: ReportSettings, parts: AsyncIterable<ReportPart>, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

interface Options {
  /** The file of the worker: built, or the source (report.worker.ts). */
  worker: URL;
  /** Shared with other work; a report takes a slot for each step of some tenths of a second. */
  queue?: CpuQueue;
  /** Reports in progress and waiting. */
  places?: { concurrency: number; maxWaiting: number };
}

/** Limits memory: a report with 20,000 records takes up to 200 MB while it is drawn. */
const PLACES = { concurrency: 2, maxWaiting: 10 };
export const MEMORY_MB = 384;

export function workerReports({ worker: file, queue = cpuQueue(), places: limits = PLACES }: Options): Reports {
  const places = cpuQueue(limits);

  async function draw(settings: ReportSettings, parts: AsyncIterable<ReportPart>, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    let worker: ReportWorker | undefined;
    try {
      const started = await queue.run('report', () => startWorker(file, settings, signal), signal);
      worker = started;
      for await (const part of parts) {
        signal.throwIfAborted();
        started.send({ part });
      }
      for (;;) {
        const { pdf } = await queue.run('report', started.step, signal);
        if (pdf) return pdf;
      }
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
