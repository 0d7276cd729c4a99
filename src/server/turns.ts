import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, each caller in a turn of its own. Long reads wait for it between their queries: queries of
 * SQLite are synchronous, and many reads at once would otherwise all continue in the same turn.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
