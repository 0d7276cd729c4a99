import type { ErrorCode } from '#contract/errors.ts';
import { HOUR } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import { afterTaking, type Bucket, secondsToWait, userSubjects } from './buckets.rules.ts';
import type { BucketRepos } from './guess-limiter.service.ts';

interface Deps {
  work: Work<BucketRepos>;
  clock: Clock;
  /** What is limited; the name of its token buckets. */
  name: string;
  perHour: number;
  codes: { limit: ErrorCode; running: ErrorCode };
}

export type AccountLimitService = ReturnType<typeof accountLimitService>;

/** Seconds after which another attempt is worth it while a file is in progress. */
const RUNNING_RETRY = 10;

/** Limits the files that are made for an account: one at a time in this process, and a number per hour in all processes. */
export function accountLimitService({ work, clock, name, perHour, codes }: Deps) {
  const running = new Map<UserId, AbortSignal>();
  const bucket: Bucket = { burst: perHour, per: HOUR };
  const subjectOf = (userId: UserId): string => `${userSubjects(userId)}${name}`;

  /** Counts a file; 429 with Retry-After if the limit is used up. */
  async function count(userId: UserId): Promise<void> {
    const now = clock.now();
    const subject = subjectOf(userId);
    await work.inTransaction(async ({ buckets }) => {
      const fullAt = timeAhead(await buckets.lock(subject), bucket.per, now);
      const retryAfter = secondsToWait(fullAt, bucket, now);
      if (retryAfter > 0) throw new AppError(codes.limit, { retryAfter });
      await buckets.upsert(subject, isoTime(afterTaking(fullAt, bucket, now)));
    });
  }

  async function giveBack(userId: UserId): Promise<void> {
    const subject = subjectOf(userId);
    await work.inTransaction(async ({ buckets }) => {
      const fullAt = timeAhead(await buckets.lock(subject), bucket.per, clock.now());
      await buckets.upsert(subject, isoTime(Math.max(0, fullAt - bucket.per / bucket.burst)));
    });
  }

  /** Refunds only a file that was counted: counting can fail with 503 too. */
  async function makeCounted<T>(userId: UserId, make: () => Promise<T>): Promise<T> {
    await count(userId);
    try {
      return await make();
    } catch (error) {
      if (error instanceof AppError && error.code === 'api.503') await giveBack(userId);
      throw error;
    }
  }

  /** Begins the only turn of the account and returns what ends it. The abort of the request ends it too. */
  function begin(userId: UserId, signal: AbortSignal): () => void {
    if (running.has(userId)) throw new AppError(codes.running, { retryAfter: RUNNING_RETRY });
    running.set(userId, signal);
    const leave = (): void => {
      signal.removeEventListener('abort', leave);
      if (running.get(userId) === signal) running.delete(userId);
    };
    // Cancelled work takes a moment to end; the account may begin the next one at once.
    signal.addEventListener('abort', leave);
    return leave;
  }

  return {
    /**
     * Makes a file. 429 with Retry-After while another one of the account is in progress, or if its limit is used up. A file that the
     * server was too busy to begin does not count; one that was cancelled or failed does. `signal` is that of the request.
     */
    async run<T>(userId: UserId, signal: AbortSignal, make: () => Promise<T>): Promise<T> {
      const leave = begin(userId, signal);
      try {
        return await makeCounted(userId, make);
      } finally {
        leave();
      }
    },

    /** As `run`, for a file whose parts are made while it is sent: it is in progress until the last one, or until the client has gone. */
    async runWhileSent<Part>(
      userId: UserId,
      signal: AbortSignal,
      make: () => Promise<AsyncIterable<Part>>,
    ): Promise<AsyncGenerator<Part, void>> {
      const leave = begin(userId, signal);
      try {
        const parts = await makeCounted(userId, make);
        // The client has gone before the first part: nobody will ask for it.
        if (signal.aborted) leave();
        return untilEnd(parts, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

async function* untilEnd<Part>(parts: AsyncIterable<Part>, leave: () => void): AsyncGenerator<Part, void> {
  try {
    yield* parts;
  } finally {
    leave();
  }
}
