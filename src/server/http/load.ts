import { AppError } from '../app-error.ts';

/**
 * Maximum concurrent requests per process; further requests fail immediately with 503. One core handles about 1,900 lists or 1,000
 * durable creates per second (bench/), so an accepted request is answered within about a second.
 */
export const MAX_IN_FLIGHT = 1_000;

export interface Load {
  /** Throws api.503 if all slots are in use. */
  rejectWhenFull(): void;
  /** Runs `work` in a slot; throws api.503 if all slots are in use. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Slots in use. */
  inFlight(): number;
}

/**
 * Counts work instead of open connections: a slow upload or download occupies no slot, and work for a disconnected client occupies
 * its slot until it ends.
 */
export function newLoad(max: number = MAX_IN_FLIGHT): Load {
  let inFlight = 0;
  const rejectWhenFull = (): void => {
    if (inFlight >= max) throw new AppError('api.503');
  };
  return {
    rejectWhenFull,
    inFlight: () => inFlight,
    async run(work) {
      rejectWhenFull();
      inFlight++;
      try {
        return await work();
      } finally {
        inFlight--;
      }
    },
  };
}
