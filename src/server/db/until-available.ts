import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from './errors.ts';

/** Milliseconds between two attempts. */
const PAUSE = 1_000;

interface Waiting {
  /** Milliseconds after which the last error is thrown; 0 tries once. */
  timeout: number;
  /** Called after the first failed attempt. */
  onWait: (error: unknown) => void;
}

/** Repeats `open` while the database cannot be reached. */
export async function untilAvailable<T>(open: () => Promise<T>, { timeout, onWait }: Waiting): Promise<T> {
  const deadline = performance.now() + timeout;
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + PAUSE > deadline) throw error;
      if (attempt === 1) onWait(error);
      await pause(PAUSE);
    }
  }
}
