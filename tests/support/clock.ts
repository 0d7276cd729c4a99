import type { Clock } from '#server/ports/clock.ts';

export interface TestClock extends Clock {
  /** Moves the time on, in milliseconds. */
  advance(milliseconds: number): void;
}

/** Starts now and runs on, plus what it was moved by. */
export function testClock(): TestClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
