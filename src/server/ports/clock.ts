import { MINUTE } from '#contract/time.ts';

/** Source of the current time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A time of a request, in any form of ISO 8601, as it is stored. */
export const storedTime = (at: string | undefined): string | undefined => (at === undefined ? undefined : isoTime(Date.parse(at)));

/** Milliseconds that the clocks of processes may differ. A stored moment of the past that is further ahead was written by a wrong clock. */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/**
 * A stored time (ISO 8601) that is at most `longest` ahead when it is written, in milliseconds. 0 for none, and for one more than twice as far
 * ahead, which a wrong clock wrote: what it forbids must not last as long as the clock was wrong.
 */
export function timeAhead(stored: string | null | undefined, longest: number, now: number): number {
  const time = stored ? Date.parse(stored) : 0;
  return time > now + 2 * longest ? 0 : time;
}
