import { MINUTE } from '#contract/time.ts';

/** Limits memory use during a flood with many keys. */
const MAX_KEYS = 10_000;

/**
 * Returns a function that counts what a key stands for, per minute. It returns the count if a line is to be written: for the first `full`
 * times, then the 10th, 100th, 1,000th and so on.
 */
export function limitedLines(full: number): (key: string) => number | undefined {
  const counts = new Map<string, number>();
  let minute = 0;
  return (key) => {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute) counts.clear();
    minute = now;
    const count = (counts.get(key) ?? 0) + 1;
    if (count === 1 && counts.size >= MAX_KEYS) return undefined;
    counts.set(key, count);
    return count <= full || Number.isInteger(Math.log10(count)) ? count : undefined;
  };
}
