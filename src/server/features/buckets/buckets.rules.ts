import { SECOND } from '#contract/time.ts';

/** A token bucket: `burst` at once, refilled evenly within `per` milliseconds. */
export interface Bucket {
  burst: number;
  per: number;
}

/** Prefix of all subjects of a user: the deletion of the account removes them. */
export const userSubjects = (userId: number): string => `user|${userId}|`;

/**
 * Seconds until one more request is allowed; 0 if it is allowed now. `fullAt` is the time when the bucket is full again (milliseconds);
 * the remaining time determines its current level.
 */
export function secondsToWait(fullAt: number, { burst, per }: Bucket, now: number): number {
  const early = fullAt + per / burst - now - per;
  return early > 0 ? Math.max(1, Math.ceil(early / SECOND)) : 0;
}

/** When the bucket is full again after one more request (milliseconds): at most one full refill from now. */
export const afterTaking = (fullAt: number, { burst, per }: Bucket, now: number): number =>
  Math.min(Math.max(fullAt, now) + per / burst, now + per);
