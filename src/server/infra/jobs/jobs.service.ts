import { setTimeout as after } from 'node:timers/promises';
import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { JobsRepo } from './jobs.repo.ts';

/** A scheduled job. It must be idempotent: a lease may run out, and then two processes run it. */
export interface Job {
  name: string;
  /** Milliseconds from one run to the next. */
  every: number;
  /** Does a bounded part of the work; false if more is left. */
  run(): Promise<boolean>;
}

interface Deps {
  work: Work<JobsRepo>;
  jobs: readonly Job[];
  clock: Clock;
  tokens: Pick<Tokens, 'newId'>;
  onError: (error: unknown) => void;
  /** Called after each part of a job that this process ran. */
  onRun?: ((name: string, outcome: 'done' | 'failed') => void) | undefined;
}

export interface JobRunner {
  /** Runs the due jobs, two at a time; resolves when none is due. */
  runDue(): Promise<void>;
  start(): void;
  /** Starts no further job and waits for the running ones. */
  stop(): Promise<void>;
}

/** Polling interval for due jobs, in milliseconds. */
const POLL = MINUTE / 4;
/** Milliseconds after startup, so that overdue jobs do not delay the first pages. */
const FIRST = 1_000;
/** Time for one part of a job; after it another process may claim the job. */
const LEASE = 5 * MINUTE;
/** Jobs that a process runs at a time. */
const AT_ONCE = 2;
/** Longest rest of a job, in milliseconds. */
const REST_MAX = 50;
/** Time until a failed job runs again. */
const RETRY = MINUTE;

/** Calls `act` for each item, even after a failure; throws all errors at the end in one AggregateError. */
export async function forEachCollectingErrors<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await act(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'A part of the job failed.');
}

/** Does the parts of a long job, and rests between two of them as long as the first one took: requests in the meantime hardly wait. */
export function withRests(): (part: () => Promise<void>) => Promise<void> {
  let took = 0;
  return async (part) => {
    if (took > 0) await after(Math.min(took, REST_MAX));
    const begun = performance.now();
    await part();
    took = performance.now() - begun;
  };
}

/** Runs scheduled jobs, each in one process at a time: a row in the database is its lease (decision 15). Overdue jobs run on startup. */
export function jobRunner({ work, jobs, clock, tokens, onError, onRun }: Deps): JobRunner {
  let running: Promise<void> = Promise.resolve();
  let first: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const inserted = new Set<string>();

  /** Claims the job and runs one part of it; true if this process ran it and more is left. */
  async function runPart(job: Job): Promise<boolean> {
    const lease = tokens.newId();
    const now = clock.now();
    if (!inserted.has(job.name)) await work.repos.insert(job.name, isoTime(now));
    inserted.add(job.name);
    const times = { now: isoTime(now), leaseUntil: isoTime(now + LEASE), latest: isoTime(now + 2 * Math.max(job.every, LEASE)) };
    if (!(await work.repos.claim(job.name, lease, times))) return false;
    try {
      const isDone = await job.run();
      await work.repos.release(job.name, lease, isoTime(isDone ? now + job.every : now));
      onRun?.(job.name, 'done');
      return !isDone;
    } catch (error) {
      onError(error);
      onRun?.(job.name, 'failed');
      await work.repos.release(job.name, lease, isoTime(clock.now() + RETRY));
      return false;
    }
  }

  /** Runs parts of the jobs in rotation, so that one with much work does not hold back the others. */
  async function runAll(): Promise<void> {
    const waiting = [...jobs];
    async function runWaiting(): Promise<void> {
      for (let job = waiting.shift(); job && !isStopped; job = waiting.shift()) {
        if (await runPart(job).catch(onError)) waiting.push(job);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
  }

  function runDue(): Promise<void> {
    running = running.then(() => (isStopped ? undefined : runAll())).catch(onError);
    return running;
  }

  return {
    runDue,
    start() {
      first = setTimeout(() => void runDue(), FIRST).unref();
      timer = setInterval(() => void runDue(), POLL).unref();
    },
    async stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
