/** A token bucket: `burst` at once, refilled evenly within `per` milliseconds. */
export interface Rate {
  burst: number;
  per: number;
}

const SECOND = 1_000;

/**
 * Seconds until one more is allowed; 0 when it is now. `fullAt` is when the bucket is full again (milliseconds), which is all that
 * is known of a bucket: what is missing from it now follows from the time that is left.
 */
export function secondsToWait(fullAt: number, { burst, per }: Rate, now: number): number {
  const early = fullAt + per / burst - now - per;
  return early > 0 ? Math.max(1, Math.ceil(early / SECOND)) : 0;
}

/** When the bucket is full again after one more was taken; never later than a whole refill from now. */
export const takenFrom = (fullAt: number, { burst, per }: Rate, now: number): number =>
  Math.min(Math.max(fullAt, now) + per / burst, now + per);
