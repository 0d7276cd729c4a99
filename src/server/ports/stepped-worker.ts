import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface SteppedWorker<Request, Answer> {
  send(request: Request): void;
  /** Throws if the thread fails, or if the signal is aborted. */
  step: () => Promise<Answer>;
  end(): Promise<void>;
}

interface Options<Request> {
  /** The file of the worker: built, or the source. */
  file: URL;
  settings: object;
  /** Asks for the next step. */
  next: Request;
  memoryMb: number;
  signal: AbortSignal;
}

/** Starts a thread with a limited heap, so that its work cannot exhaust the memory of the process. It answers once when it is ready. */
export async function startSteppedWorker<Request, Answer>({
  file,
  settings,
  next,
  memoryMb,
  signal,
}: Options<Request>): Promise<SteppedWorker<Request, Answer>> {
  const worker = new Worker(file, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const exited = new Promise<never>((_, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The worker thread has ended early.')));
  });
  // A rejection between two steps must not be unhandled; the next step throws it.
  exited.catch(() => undefined);
  const answer = async (): Promise<Answer> => {
    const [message] = await Promise.race([once(worker, 'message', { signal }), exited]);
    return message as Answer;
  };
  const send = (request: Request): void => worker.postMessage(request);
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
      send(next);
      return answer();
    },
  };
}
