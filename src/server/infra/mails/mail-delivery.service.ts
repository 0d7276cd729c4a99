import type { MailFailure, MailKind } from '#contract/mails.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { MAIL_CONCURRENCY, MailError, type Mailer } from '../../ports/mailer.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';
import { URGENCIES, URGENT, type Urgency } from './mail-urgency.rules.ts';

interface Deps {
  work: Work<MailQueueRepo>;
  mailer: Mailer;
  clock: Clock;
  /** Removes deleted data from the database's files. */
  checkpoint: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** They confirm the deletion of an account. Their row is deleted after delivery, because it is the last one with the address. */
const DELETED_AFTER_SEND: readonly MailKind[] = ['accountDeleted', 'accountRemoved'];

export interface MailDelivery {
  /** Sends the due emails, several at a time; resolves when none is due or in progress. */
  deliverDue(): Promise<void>;
  /** Starts `deliverDue` without waiting for it. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two looks for due emails. */
const POLL = 15_000;
/** Time for one delivery; after it another process may claim the email. Longer than the timeouts of the mailer. */
export const LEASE = 5 * MINUTE;
/** Minutes until the next attempt; the last value applies to all later attempts. */
const BACKOFF = [1, 5, 15, 60, 240, 1440];
/** Attempts for a permanently rejected email. More than one, because servers also answer 5xx by mistake. */
const MAX_REJECTED_ATTEMPTS = 3;
/** The last attempt for an email without expiry is at most this long after it was queued. */
const GIVE_UP_AFTER = 5 * DAY;
/** Concurrent sends reserved for urgent emails, so that slow deliveries do not delay them. */
const RESERVED = 2;
/** A stop waits this long (milliseconds) for emails in progress; later ones are sent again after their lease, with the same Message-ID. */
const STOP_AFTER = 2_000;

const placesFor = (urgency: Urgency): number => (urgency === URGENT ? MAIL_CONCURRENCY : MAIL_CONCURRENCY - RESERVED);

export function mailDelivery({ work, mailer, clock, checkpoint, onError }: Deps): MailDelivery {
  const { repos: queue } = work;
  const deliver = deliverer({ queue, mailer, clock, checkpoint, onError });
  const inProgress = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  /** Resolves when a delivery is requested during a run. */
  let request = Promise.withResolvers<void>();
  let isRequested = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(mail: ClaimedMail): void {
    const delivery = deliver(mail)
      .catch(onError)
      .finally(() => inProgress.delete(delivery));
    inProgress.add(delivery);
  }

  /** Starts as many due emails as there are free places; less urgent ones only if no other is due. False if more may be due. */
  async function fillPlaces(): Promise<boolean> {
    for (const urgency of URGENCIES) {
      const limit = placesFor(urgency) - inProgress.size;
      if (isStopped || limit <= 0) return false;
      const now = clock.now();
      const claimed = await queue.claim({ urgency, limit, now: isoTime(now), leaseUntil: isoTime(now + LEASE) });
      for (const mail of claimed) begin(mail);
      if (claimed.length === limit) return false;
    }
    return true;
  }

  /** Ends when no email is due or in progress. An email queued during the run does not wait for those in progress. */
  async function run(): Promise<void> {
    try {
      while (!isStopped) {
        if (isRequested) {
          isRequested = false;
          request = Promise.withResolvers();
          await removeExpired(queue, isoTime(clock.now()), checkpoint);
        }
        const isEmpty = await fillPlaces();
        const hasPlace = inProgress.size < MAIL_CONCURRENCY - RESERVED;
        if (isRequested || (!isEmpty && hasPlace)) continue;
        if (inProgress.size === 0) return;
        await Promise.race([...inProgress, request.promise]);
      }
    } finally {
      running = undefined;
    }
  }

  /** One run at a time; a request during a run makes it look for due emails again. */
  function deliverDue(): Promise<void> {
    if (isStopped) return Promise.resolve();
    isRequested = true;
    request.resolve();
    // Begins after the assignment: a run that ended at once would otherwise count as running for ever.
    running ??= Promise.resolve().then(run).catch(onError);
    return running;
  }

  const wake = (): void => void deliverDue();

  return {
    deliverDue,
    wake,
    start() {
      timer = setInterval(wake, POLL).unref();
      wake();
    },
    async stop() {
      isStopped = true;
      request.resolve();
      clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      const end = Promise.allSettled([running, ...inProgress]);
      await Promise.race([end, new Promise<void>((resolve) => (limit = setTimeout(resolve, STOP_AFTER)))]);
      clearTimeout(limit);
      mailer.close();
    },
  };
}

async function removeExpired(queue: MailQueueRepo, now: string, checkpoint: () => Promise<void>): Promise<void> {
  if (await queue.deleteExpired(DELETED_AFTER_SEND, now)) await checkpoint();
  await queue.failExpired(now);
}

/** Sends one claimed email and stores the result. */
function deliverer({ queue, mailer, clock, checkpoint, onError }: Omit<Deps, 'work'> & { queue: MailQueueRepo }) {
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

  return async (mail: ClaimedMail): Promise<void> => {
    const { id, kind, messageId, recipient: to, subject, text, html, replyTo, isPriority, thread, expiresAt } = mail;
    const marks = { ...(replyTo && { replyTo }), ...(isPriority && { isPriority: true }), ...(thread && { thread: thread.split(' ') }) };
    try {
      await mailer.send({ messageId, to, subject, text, html, ...marks });
    } catch (error) {
      return postpone(mail, error);
    }
    if (DELETED_AFTER_SEND.includes(kind)) return remove(id);
    return queue.updateSent(id, isoTime(clock.now()), expiresAt !== null);
  };
}

/** The reason for the log. The message of an unknown error may contain an address; its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof MailError) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown error');
}
