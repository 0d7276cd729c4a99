import { AppError } from '../app-error.ts';

/**
 * Requests that one process works on at the same time; further ones are answered with 503 at once. One core does about 1,900 lists or
 * 1,000 durable creates per second (bench), so an accepted request is answered within about a second.
 */
export const MAX_IN_FLIGHT = 1_000;

export interface Load {
  /** Throws api.503 when all slots are taken. */
  refuseWhenFull(): void;
  /** Runs the work of a request in a slot of its own; throws api.503 when all are taken. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Counts work instead of open connections: a slow upload or download holds no slot, and the work of a client that went away
 * keeps its slot until it is done.
 */
export function newLoad(max: number = MAX_IN_FLIGHT): Load {
  let inFlight = 0;
  const refuseWhenFull = (): void => {
    if (inFlight >= max) throw new AppError('api.503');
  };
  return {
    refuseWhenFull,
    async run(work) {
      refuseWhenFull();
      inFlight++;
      try {
        return await work();
      } finally {
        inFlight--;
      }
    },
  };
}
