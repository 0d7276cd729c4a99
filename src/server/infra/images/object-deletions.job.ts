import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { Job } from '../jobs/jobs.service.ts';
import type { ObjectsRepo } from './objects.repo.ts';

interface Deps {
  work: Work<ObjectsRepo>;
  files: Files;
  clock: Clock;
}

const BATCH = 100;
const CONCURRENCY = 10;
/** Milliseconds until an object that could not be deleted is tried again; longer than the lease of a job. */
export const RETRY_AFTER = 10 * MINUTE;

/** Deletes the objects of deleted images, and those of uploads that never ended, from the object store. */
export const objectDeletionsJob = ({ work, files, clock }: Deps): Job => ({
  name: 'images.objects',
  every: MINUTE,
  async run() {
    const now = clock.now();
    const keys = await work.repos.claimDue({ now: isoTime(now), retryAt: isoTime(now + RETRY_AFTER), limit: BATCH });
    let failure: unknown;
    for (let first = 0; first < keys.length; first += CONCURRENCY) {
      const group = keys.slice(first, first + CONCURRENCY);
      const results = await Promise.allSettled(group.map((key) => files.remove(key)));
      const deleted = group.filter((_, index) => results[index]?.status === 'fulfilled');
      if (deleted.length > 0) await work.repos.delete(deleted);
      for (const result of results) if (result.status === 'rejected') failure = result.reason;
      // The store does not work: do not wait for it once more for each of the other objects.
      if (deleted.length === 0) break;
    }
    if (failure) throw failure;
    return keys.length < BATCH;
  },
});
