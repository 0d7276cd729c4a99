const ATTEMPTS = 3;
/** An attempt that takes this many times the limit is not repeated. */
const HOPELESS = 8;

/**
 * CPU time of this thread in `act`, in milliseconds, which excludes the time of other processes. The best of up to three attempts, so that
 * garbage collection does not count; an attempt below `limit` is not repeated.
 */
export function cpuTime(act: () => void, limit: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && best >= limit && !(best > HOPELESS * limit && n > 0); n += 1) {
    const start = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
