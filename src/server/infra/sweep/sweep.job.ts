import { ADMIN_SESSION_IDLE, SESSION_IDLE } from '#contract/limits.ts';
import { DAY, HOUR } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Job } from '../jobs/jobs.service.ts';
import { BATCH, type SweepRepo } from './sweep.repo.ts';

interface Deps {
  work: Work<SweepRepo>;
  clock: Clock;
  /** Removes deleted data from the database's files; false if it has to be repeated. */
  checkpoint: () => Promise<boolean>;
}

/** Locks are far shorter, so older failed attempts have no effect. */
const ATTEMPTS_KEPT = DAY;
/** Mails that no longer wait, and messages of the card service. */
const RETENTION = 30 * DAY;
/** A request is not repeated after so long; the card service repeats its messages for three days. */
const IDEMPOTENCY_TTL = 7 * DAY;

/** Removes what has served its time: sessions, codes, tries, keys of repeated requests, delivered mails. */
export const sweepJob = ({ work, clock, checkpoint }: Deps): Job => ({
  name: 'sweep',
  every: HOUR,
  async run() {
    const now = clock.now();
    const before = (age: number): string => isoTime(now - age);
    const { repos: rows } = work;
    const gone = [
      await rows.deleteSessions(before(SESSION_IDLE)),
      await rows.deleteAdminSessions(before(ADMIN_SESSION_IDLE)),
      await rows.deleteCodes(before(DAY)),
      await rows.deleteAttempts(before(ATTEMPTS_KEPT), isoTime(now)),
      await rows.deleteRates(isoTime(now)),
      await rows.deleteIdempotency(before(IDEMPOTENCY_TTL)),
      await rows.deleteMails(before(RETENTION)),
      await rows.deleteCardEvents(before(RETENTION)),
      await rows.deleteCardCheckouts(before(HOUR)),
    ];
    const isDone = gone.every((count) => count < BATCH);
    // Also when nothing was removed here: the log may have been in use when an account was deleted.
    if (isDone && !(await checkpoint())) throw new Error('The write-ahead log is in use by another process: it is emptied later.');
    return isDone;
  },
});
