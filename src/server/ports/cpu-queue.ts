import { availableParallelism } from 'node:os';
import { AppError } from '../app-error.ts';

/** Kinds of work that share the CPU time fairly. */
export type Lane = 'password' | 'image' | 'thumbnail' | 'report' | 'import';

export interface CpuQueue {
  /**
   * Runs `job` when its lane may start one. Throws api.503 with Retry-After immediately if too many jobs of its lane are waiting. A job whose
   * `signal` is aborted while it waits is not run; the reason of the signal is thrown.
   */
  run<T>(lane: Lane, job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export interface CpuQueueOptions {
  /** Maximum concurrent jobs; one password may be hashed in addition. */
  concurrency?: number;
  /** Maximum waiting jobs per lane. */
  maxWaiting?: number;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}

interface LaneState {
  waiting: (() => void)[];
  /** Milliseconds of work done for this lane, comparable between lanes. */
  used: number;
  running: number;
}

const MAX_WAITING = 50;
/** Seconds. */
const RETRY_AFTER = 5;
/** The default size of libuv's thread pool. */
const POOL_THREADS = 4;

/**
 * Leaves one core to the event loop, and two threads of libuv's pool, which password hashing and image processing share with files, DNS and
 * compression: one to these, and one to the password that is hashed in addition.
 */
export function defaultConcurrency(
  cores = availableParallelism(),
  threads = Number(process.env.UV_THREADPOOL_SIZE) || POOL_THREADS,
): number {
  return Math.max(1, Math.min(cores - 1, threads - 2));
}

/**
 * A bounded queue for CPU-bound work. The next job comes from the waiting lane that has used the least time. A password is hashed beyond the
 * limit if no other one is, so that it never waits for images and reports (decision 27).
 */
export function cpuQueue({
  concurrency = defaultConcurrency(),
  maxWaiting = MAX_WAITING,
  now = () => performance.now(),
}: CpuQueueOptions = {}): CpuQueue {
  const lanes: Record<Lane, LaneState> = {
    password: { waiting: [], used: 0, running: 0 },
    image: { waiting: [], used: 0, running: 0 },
    thumbnail: { waiting: [], used: 0, running: 0 },
    report: { waiting: [], used: 0, running: 0 },
    import: { waiting: [], used: 0, running: 0 },
  };
  const isActive = (lane: LaneState): boolean => lane.running + lane.waiting.length > 0;
  let running = 0;
  const mayStart = (lane: LaneState): boolean => running < concurrency || (lane === lanes.password && lane.running === 0);

  /** Raises the used time of an idle lane to that of the busy ones, so that it cannot block them afterwards. */
  function enter(lane: LaneState): void {
    const others = Object.values(lanes).filter((other) => other !== lane && isActive(other));
    if (!isActive(lane) && others.length > 0) lane.used = Math.max(lane.used, Math.min(...others.map(({ used }) => used)));
  }

  function start(lane: LaneState): void {
    running += 1;
    lane.running += 1;
  }

  function startWaiting(): void {
    for (;;) {
      const [next] = Object.values(lanes)
        .filter((lane) => lane.waiting.length > 0 && mayStart(lane))
        .sort((a, b) => a.used - b.used);
      const resume = next?.waiting.shift();
      if (!next || !resume) return;
      // Counted before the job resumes, so that no new job takes its slot.
      start(next);
      resume();
    }
  }

  async function waitForSlot(lane: LaneState, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    enter(lane);
    if (mayStart(lane)) return start(lane);
    if (lane.waiting.length >= maxWaiting) throw new AppError('api.503', { retryAfter: RETRY_AFTER });
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        lane.waiting = lane.waiting.filter((other) => other !== resume);
        reject(signal?.reason);
      };
      const resume = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave);
      lane.waiting.push(resume);
    });
  }

  return {
    async run(name, job, signal) {
      const lane = lanes[name];
      await waitForSlot(lane, signal);
      const startedAt = now();
      try {
        return await job();
      } finally {
        lane.used += now() - startedAt;
        lane.running -= 1;
        running -= 1;
        startWaiting();
      }
    },
  };
}
