const TRIES = 3;
/** A try that takes this many times the limit is final. */
const HOPELESS = 8;

/**
 * Milliseconds of CPU time of this thread in `act`, which excludes the time of other processes. The best of up to three tries, so
 * that garbage collection does not count; a try below `limit` is not repeated.
 */
export function cpuTime(act: () => void, limit: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && best >= limit && !(best > HOPELESS * limit && n > 0); n += 1) {
    const start = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
