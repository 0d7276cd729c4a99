import type { Clock } from '#server/ports/clock.ts';

export interface TestClock extends Clock {
  /** Advances the clock, in milliseconds. */
  advance(milliseconds: number): void;
  /** Stops the clock, at that time if one is given (milliseconds); `advance` still moves it. */
  stop(at?: number): void;
}

/** A clock that runs from the current time, plus all advances, until it is stopped. */
export function testClock(): TestClock {
  let offset = 0;
  let time = Date.now;
  return {
    now: () => time() + offset,
    advance(milliseconds) {
      offset += milliseconds;
    },
    stop(at = time() + offset) {
      time = () => at;
      offset = 0;
    },
  };
}
