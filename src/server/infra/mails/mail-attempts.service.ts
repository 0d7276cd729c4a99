import type { MailFailure, MailKind } from '#contract/mails.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { MailError, type Mailer } from '../../ports/mailer.ts';
import type { MailPlaces } from './mail-places.service.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';

interface Deps {
  queue: MailQueueRepo;
  mailer: Mailer;
  clock: Clock;
  places: MailPlaces;
  checkpoint: () => Promise<void>;
  /** Called when a place has become free. */
  onFree: () => void;
  onError: (error: unknown) => void;
}

/** They confirm the deletion of an account. Their row is deleted after delivery, because it is the last one with the address. */
export const DELETED_AFTER_SEND: readonly MailKind[] = ['accountDeleted', 'accountRemoved'];

/** Minutes until the next attempt; the last value applies to all later attempts. */
const BACKOFF = [1, 5, 15, 60, 240, 1440];
/** Attempts for a permanently rejected email. More than one, because servers also answer 5xx by mistake. */
const MAX_REJECTED_ATTEMPTS = 3;
/** The last attempt for an email without expiry is at most this long after it was queued. */
const GIVE_UP_AFTER = 5 * DAY;

/** Sends one claimed email and stores the result. False if it must be sent again at once, over one of the other connections. */
export function mailAttempts({ queue, mailer, clock, places, checkpoint, onFree, onError }: Deps): (mail: ClaimedMail) => Promise<boolean> {
  const markSent = together((ids) => queue.updateSent(ids, isoTime(clock.now())));

  async function remove(id: number): Promise<void> {
    await queue.delete(id);
    await checkpoint();
  }

  async function postpone({ id, kind, tries, createdAt, expiresAt }: ClaimedMail, error: unknown): Promise<void> {
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
  }

  /** The error of the mailer, or undefined if the email was sent. */
  async function send({ messageId, recipient: to, subject, text, html, replyTo, isPriority, thread }: ClaimedMail): Promise<unknown> {
    const marks = { ...(replyTo && { replyTo }), ...(isPriority && { isPriority: true }), ...(thread && { thread: thread.split(' ') }) };
    try {
      await mailer.send({ messageId, to, subject, text, html, ...marks });
      return undefined;
    } catch (error) {
      return error;
    }
  }

  return async (mail) => {
    const { id, kind } = mail;
    const place = places.take();
    const error = await send(mail);
    place.answered();
    onFree();
    try {
      if (error instanceof MailError && error.isRefusal && place.refused()) {
        onError(new Error(`Mail ${id} (${kind}) is sent again over fewer connections: ${reasonOf(error)}`));
        return false;
      }
      if (error !== undefined) await postpone(mail, error);
      else if (DELETED_AFTER_SEND.includes(kind)) await remove(id);
      else await markSent(id);
      return true;
    } finally {
      place.stored();
    }
  };
}

/** Stores ids with one statement that come while the previous ones are being stored. */
function together(store: (ids: readonly number[]) => Promise<void>): (id: number) => Promise<void> {
  let waiting: number[] = [];
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function storeWaiting(): Promise<void> {
    await current?.catch(() => undefined);
    const ids = waiting;
    waiting = [];
    following = undefined;
    current = store(ids);
    return current;
  }

  return (id) => {
    waiting.push(id);
    following ??= storeWaiting();
    return following;
  };
}

/** The reason for the log. The message of an unknown error may contain an address; its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof MailError) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown error');
}
