import type { Clock } from '#server/ports/clock.ts';

export interface TestClock extends Clock {
  /** Advances the clock, in milliseconds. */
  advance(milliseconds: number): void;
}

/** A clock that runs from the current time, plus all advances. */
export function testClock(): TestClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
