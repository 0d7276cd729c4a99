import { ADMIN_SESSION_IDLE, SESSION_IDLE } from '#contract/limits.ts';
import { DAY, HOUR } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Job } from '../jobs/jobs.service.ts';
import { BATCH, MESSAGES_BATCH, type SweepRepo } from './sweep.repo.ts';

interface Deps {
  work: Work<SweepRepo>;
  clock: Clock;
  /** Milliseconds after which answered contact messages are deleted; 0 keeps them. */
  messageRetention: number;
  /** Removes deleted data from the write-ahead log; false if it must be repeated. */
  checkpoint: () => Promise<boolean>;
}

/** Failed attempts; locks are far shorter, so older ones have no effect. */
const ATTEMPTS_TTL = DAY;
/** Emails that no longer wait for delivery, expired invitations, and events of the card service, which it repeats for up to three days. */
const RETENTION = 30 * DAY;
/** Clients do not repeat a request after this time. */
const IDEMPOTENCY_TTL = 7 * DAY;

/** Deletes expired rows every hour: sessions, invitations, codes, failed attempts, full token buckets, idempotency keys, old emails, answered messages and card data. */
export const sweepJob = ({ work, clock, messageRetention, checkpoint }: Deps): Job => ({
  name: 'sweep',
  every: HOUR,
  async run() {
    const now = clock.now();
    const before = (age: number): string => isoTime(now - age);
    const { repos: rows } = work;
    const deleted = [
      await rows.deleteSessions(before(SESSION_IDLE)),
      await rows.deleteAdminSessions(before(ADMIN_SESSION_IDLE)),
      await rows.deleteInvitations(before(RETENTION)),
      await rows.deleteCodes(before(DAY)),
      await rows.deleteAttempts(before(ATTEMPTS_TTL), isoTime(now)),
      await rows.deleteRates(isoTime(now)),
      await rows.deleteIdempotency(before(IDEMPOTENCY_TTL)),
      await rows.deleteMails(before(RETENTION)),
      await rows.deleteCardEvents(before(RETENTION)),
      await rows.deleteCardCheckouts(before(HOUR)),
    ];
    const messages = messageRetention > 0 ? await rows.deleteMessages(before(messageRetention)) : 0;
    const isDone = deleted.every((count) => count < BATCH) && messages < MESSAGES_BATCH;
    // Even if nothing was deleted here: the log may have been in use when an account was deleted.
    if (isDone && !(await checkpoint())) throw new Error('The write-ahead log is in use by another process: it is emptied later.');
    return isDone;
  },
});
