/** The time, handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
