import { availableParallelism } from 'node:os';
import { AppError } from '../app-error.ts';

/** Kinds of work that share the processor fairly. */
export type Lane = 'password' | 'image' | 'thumbnail';

export interface CpuQueue {
  /** Runs `job` when its turn comes. Throws api.503 with Retry-After at once if too many jobs of its lane are waiting. */
  run<T>(lane: Lane, job: () => Promise<T>): Promise<T>;
}

export interface CpuQueueOptions {
  /** Jobs that run at the same time. */
  concurrency?: number;
  /** Jobs of each lane that may wait. */
  maxWaiting?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

interface LaneState {
  waiting: (() => void)[];
  /** Milliseconds of work given to this lane, comparable between lanes. */
  used: number;
  running: number;
}

const MAX_WAITING = 50;
/** Seconds. */
const RETRY_AFTER = 5;
/** The default of libuv. */
const POOL_THREADS = 4;

/**
 * One core is left to the event loop, and one thread of libuv's pool to files, DNS and compression, which share that pool with password
 * hashing and images.
 */
export function defaultConcurrency(
  cores = availableParallelism(),
  threads = Number(process.env.UV_THREADPOOL_SIZE) || POOL_THREADS,
): number {
  return Math.max(1, Math.min(cores, threads) - 1);
}

/** A bounded queue for work that keeps a core busy. Among waiting lanes the one that has used the least time is next. */
export function cpuQueue({
  concurrency = defaultConcurrency(),
  maxWaiting = MAX_WAITING,
  now = () => performance.now(),
}: CpuQueueOptions = {}): CpuQueue {
  const lanes: Record<Lane, LaneState> = {
    password: { waiting: [], used: 0, running: 0 },
    image: { waiting: [], used: 0, running: 0 },
    thumbnail: { waiting: [], used: 0, running: 0 },
  };
  const isActive = (lane: LaneState): boolean => lane.running + lane.waiting.length > 0;
  let running = 0;

  /** An idle lane earns no credit that would let it block the others later. */
  function enter(lane: LaneState): void {
    const others = Object.values(lanes).filter((other) => other !== lane && isActive(other));
    if (!isActive(lane) && others.length > 0) lane.used = Math.max(lane.used, Math.min(...others.map(({ used }) => used)));
  }

  function start(lane: LaneState): void {
    running += 1;
    lane.running += 1;
  }

  function startNext(): void {
    const [next] = Object.values(lanes)
      .filter(({ waiting }) => waiting.length > 0)
      .sort((a, b) => a.used - b.used);
    const wake = next?.waiting.shift();
    if (!next || !wake) return;
    // Counted here, not in the job that is woken, so that no new job takes its place.
    start(next);
    wake();
  }

  async function place(lane: LaneState): Promise<void> {
    enter(lane);
    if (running < concurrency) return start(lane);
    if (lane.waiting.length >= maxWaiting) throw new AppError('api.503', { retryAfter: RETRY_AFTER });
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  }

  return {
    async run(name, job) {
      const lane = lanes[name];
      await place(lane);
      const startedAt = now();
      try {
        return await job();
      } finally {
        lane.used += now() - startedAt;
        lane.running -= 1;
        running -= 1;
        startNext();
      }
    },
  };
}
