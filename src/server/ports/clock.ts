/** Source of the current time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
