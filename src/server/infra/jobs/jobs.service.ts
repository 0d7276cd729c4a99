import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { JobsRepo } from './jobs.repo.ts';

/** Something that the clock causes. What it does must bear being done twice: a lease may run out. */
export interface Job {
  name: string;
  /** Milliseconds from one run to the next. */
  every: number;
  /** Does a bounded part of what is due; false when there is more. */
  run(): Promise<boolean>;
}

interface Deps {
  work: Work<JobsRepo>;
  jobs: readonly Job[];
  clock: Clock;
  tokens: Pick<Tokens, 'newId'>;
  onError: (error: unknown) => void;
}

export interface JobRunner {
  /** Runs what is due, one after the other; the answer comes when nothing is. */
  runDue(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const POLL = MINUTE / 4;
/** What fell due while nobody ran waits until the first pages are served. */
const FIRST = 1_000;
/** How long one part may take before another process tries. */
const LEASE = 5 * MINUTE;
/** A job that failed is tried again after this time. */
const RETRY = MINUTE;

/** Does each, so that one that fails keeps none behind it; what failed is thrown afterwards. */
export async function forEachCollectingErrors<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await act(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'A part of the job failed.');
}

/** Each job by one process at a time: a row in the database is its lease. What fell due while nobody ran is caught up at the start. */
export function jobRunner({ work, jobs, clock, tokens, onError }: Deps): JobRunner {
  let running: Promise<void> = Promise.resolve();
  let first: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const known = new Set<string>();

  /** True when it was this process's turn and there is more to do. */
  async function runPart(job: Job): Promise<boolean> {
    const lease = tokens.newId();
    const now = clock.now();
    const times = { now: isoTime(now), leaseUntil: isoTime(now + LEASE), latest: isoTime(now + 2 * Math.max(job.every, LEASE)) };
    if (!(await work.repos.claim(job.name, lease, times))) return false;
    try {
      const isDone = await job.run();
      await work.repos.release(job.name, lease, isoTime(isDone ? now + job.every : now));
      return !isDone;
    } catch (error) {
      onError(error);
      await work.repos.release(job.name, lease, isoTime(clock.now() + RETRY));
      return false;
    }
  }

  async function runAll(): Promise<void> {
    for (const job of jobs) await runJob(job).catch(onError);
  }

  async function runJob(job: Job): Promise<void> {
    if (!known.has(job.name)) await work.repos.insert(job.name, isoTime(clock.now()));
    known.add(job.name);
    while (!isStopped && (await runPart(job)));
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
