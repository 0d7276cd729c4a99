import { HOUR, SECOND } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { userSubjects } from './buckets.rules.ts';
import type { BucketRepos } from './guess-limiter.service.ts';

interface Deps {
  work: Work<BucketRepos>;
  clock: Clock;
}

export type VisitorLimitsService = ReturnType<typeof visitorLimitsService>;

/** Limits requests per hour and network address, or user, in all processes together (decision 57). */
export function visitorLimitsService({ work, clock }: Deps) {
  /** Each request of the last hour has a row, whose name contains the time until which it counts. Throws 429 if there are `max`. */
  async function countedOf({ buckets }: BucketRepos, prefix: string, max: number): Promise<number> {
    const now = clock.now();
    // A later time was written by a wrong clock.
    const counted = await buckets.listBetween(prefix, isoTime(now), isoTime(now + 2 * HOUR));
    const [first] = counted;
    if (first === undefined || counted.length < max) return counted.length;
    throw new AppError('api.429.hour', { retryAfter: Math.max(1, Math.ceil((Date.parse(first) - now) / SECOND)) });
  }

  async function countFor(subject: string, max: number): Promise<void> {
    const prefix = `${subject}|`;
    // A flood of rejected requests reads without a lock.
    await countedOf(work.repos, prefix, max);
    await work.inTransaction(async (repos) => {
      await repos.buckets.lock(subject);
      const counted = await countedOf(repos, prefix, max);
      const until = isoTime(clock.now() + HOUR);
      await repos.buckets.upsert(subject, until);
      await repos.buckets.upsert(`${prefix}${until}|${counted}`, until);
    });
  }

  return {
    /**
     * Counts a request of an endpoint, named by its path. 429 with Retry-After if `max` requests of the address were counted within the
     * last hour. Call it outside a transaction.
     */
    count: (path: string, { address }: Visitor, max: number): Promise<void> => countFor(`visitor|${path}|${address}`, max),
    /** The same for the requests of a user, from any address. */
    countUser: (path: string, userId: number, max: number): Promise<void> => countFor(`${userSubjects(userId)}${path}`, max),
    /** The same for the requests of an administrator. */
    countAdmin: (path: string, adminId: number, max: number): Promise<void> => countFor(`admin|${adminId}|${path}`, max),
  };
}
