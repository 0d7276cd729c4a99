import { HOUR } from '#contract/time.ts';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from '../jobs/jobs.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  /** Of each feature: deletes a bounded number of rows that have expired at `now` (milliseconds); true for each table without others. */
  expire: readonly ((db: Db, now: number) => Promise<boolean[]>)[];
  /** Removes deleted data from the write-ahead log; false if it must be repeated. */
  checkpoint: () => Promise<boolean>;
}

/** Deletes expired rows of all features every hour. */
export const sweepJob = ({ db, clock, expire, checkpoint }: Deps): Job => ({
  name: 'sweep',
  every: HOUR,
  async run() {
    const now = clock.now();
    const isDone: boolean[] = [];
    for (const deleteExpired of expire) isDone.push(...(await deleteExpired(db, now)));
    if (isDone.includes(false)) return false;
    // Even if nothing was deleted here: the log may have been in use when an account was deleted.
    if (!(await checkpoint())) throw new Error('The write-ahead log is in use by another process: it is emptied later.');
    return true;
  },
});
