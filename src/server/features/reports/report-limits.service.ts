import { REPORTS_PER_HOUR } from '#contract/limits.ts';
import { HOUR } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import { afterTaking, type Bucket, secondsToWait, userSubjects } from '../buckets/buckets.rules.ts';
import type { BucketRepos } from '../buckets/guess-limiter.service.ts';

interface Deps {
  work: Work<BucketRepos>;
  clock: Clock;
}

export type ReportLimitsService = ReturnType<typeof reportLimitsService>;

const PER_ACCOUNT: Bucket = { burst: REPORTS_PER_HOUR, per: HOUR };
/** Seconds after which a second report is worth another attempt. */
const RUNNING_RETRY = 10;

const subjectOf = (userId: UserId): string => `${userSubjects(userId)}reports`;

/** Limits the reports of an account: one at a time in this process, and a number per hour in all processes. */
export function reportLimitsService({ work, clock }: Deps) {
  const running = new Map<UserId, AbortSignal>();

  /** Counts a report; 429 with Retry-After if the limit is used up. */
  async function count(userId: UserId): Promise<void> {
    const now = clock.now();
    const subject = subjectOf(userId);
    await work.inTransaction(async ({ buckets }) => {
      const fullAt = timeAhead(await buckets.lock(subject), PER_ACCOUNT.per, now);
      const retryAfter = secondsToWait(fullAt, PER_ACCOUNT, now);
      if (retryAfter > 0) throw new AppError('reportsApi.limit', { retryAfter });
      await buckets.upsert(subject, isoTime(afterTaking(fullAt, PER_ACCOUNT, now)));
    });
  }

  async function giveBack(userId: UserId): Promise<void> {
    const subject = subjectOf(userId);
    await work.inTransaction(async ({ buckets }) => {
      const fullAt = timeAhead(await buckets.lock(subject), PER_ACCOUNT.per, clock.now());
      await buckets.upsert(subject, isoTime(Math.max(0, fullAt - PER_ACCOUNT.per / PER_ACCOUNT.burst)));
    });
  }

  /** Refunds only a report that was counted: counting can fail with 503 too. */
  async function makeCounted<T>(userId: UserId, make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      if (error instanceof AppError && error.code === 'api.503') await giveBack(userId);
      throw error;
    }
  }

  return {
    /**
     * Makes a report. 429 with Retry-After while another one of the account is in progress, or if its limit is used up. A report that the
     * server was too busy to begin does not count; one that was cancelled or failed does. `signal` is that of the request.
     */
    async run<T>(userId: UserId, signal: AbortSignal, make: () => Promise<T>): Promise<T> {
      if (running.has(userId)) throw new AppError('reportsApi.running', { retryAfter: RUNNING_RETRY });
      running.set(userId, signal);
      const leave = (): void => {
        if (running.get(userId) === signal) running.delete(userId);
      };
      // A cancelled report takes a moment to end; the account may begin the next one at once.
      signal.addEventListener('abort', leave);
      try {
        await count(userId);
        return await makeCounted(userId, make);
      } finally {
        signal.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}
