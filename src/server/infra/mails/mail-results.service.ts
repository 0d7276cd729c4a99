import type { MailFailure, MailKind } from '#contract/mails.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { MailError } from '../../ports/mailer.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';

interface Deps {
  queue: MailQueueRepo;
  clock: Clock;
  /** Removes deleted data from the database's files. */
  checkpoint: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** They confirm the deletion of an account. Their row is deleted after delivery, because it is the last one with the address. */
export const DELETED_AFTER_SEND: readonly MailKind[] = ['accountDeleted', 'accountRemoved'];

/** Minutes until the next attempt; the last value applies to all later attempts. */
const BACKOFF = [1, 5, 15, 60, 240, 1440];
/** Attempts for a permanently rejected email. More than one, because servers also answer 5xx by mistake. */
const MAX_REJECTED_ATTEMPTS = 3;
/** The last attempt for an email without expiry is at most this long after it was queued. */
export const GIVE_UP_AFTER = 5 * DAY;

/** Stores the results of attempts. */
export function mailResults({ queue, clock, checkpoint, onError }: Deps) {
  async function remove(id: number): Promise<void> {
    await queue.delete(id);
    await checkpoint();
  }

  return {
    async storeSent({ id, kind }: ClaimedMail): Promise<void> {
      if (DELETED_AFTER_SEND.includes(kind)) await remove(id);
      else await queue.updateSent(id, isoTime(clock.now()));
    },

    /** Schedules the next attempt; after the last one, marks the email as failed. */
    async storeFailure({ id, kind, tries, createdAt, expiresAt }: ClaimedMail, error: unknown): Promise<void> {
      const now = clock.now();
      const next = now + (BACKOFF[Math.min(tries, BACKOFF.length) - 1] as number) * MINUTE;
      const isRejected = error instanceof MailError && error.isPermanent;
      const failure: MailFailure = error instanceof MailError ? error.source : 'server';
      // `failExpired` ends the attempts for emails with an expiry.
      const isTooLate = expiresAt === null && next > Date.parse(createdAt) + GIVE_UP_AFTER;
      const isLast = isTooLate || (isRejected && tries >= MAX_REJECTED_ATTEMPTS);
      if (!isLast) await queue.updateNextTry(id, isoTime(next), failure);
      else if (DELETED_AFTER_SEND.includes(kind)) await remove(id);
      else await queue.updateFailed(id, isoTime(now), failure, expiresAt !== null);
      onError(new Error(`Mail ${id} (${kind}) ${isLast ? 'was given up' : 'was not delivered'} after try ${tries}: ${reasonOf(error)}`));
    },
  };
}

/** The reason for the log. The message of an unknown error may contain an address; its code does not. */
export function reasonOf(error: unknown): string {
  if (error instanceof MailError) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown error');
}
