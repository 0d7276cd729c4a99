import type { MailFailure } from '#contract/mails.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { MAILS_AT_ONCE, MailError, type Mailer } from '../../ports/mailer.ts';
import type { ClaimedMail, MailQueueRepo } from './mails.queue.repo.ts';
import { URGENCIES, URGENT, type Urgency } from './mails.urgency.ts';

interface Deps {
  work: Work<MailQueueRepo>;
  mailer: Mailer;
  clock: Clock;
  /** Takes what was deleted out of the database's files. */
  checkpoint: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** The farewell of a deleted account: the last that holds its address, so it leaves no row. */
const DELETE_AFTER_SEND = 'accountDeleted';

export interface MailDelivery {
  /** Sends the due mails, several at a time; resolves when none is due any more. */
  deliverDue(): Promise<void>;
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const POLL = 15_000;
/** How long one delivery may take before another process tries; longer than the mailer's own time-outs. */
const LEASE = 5 * MINUTE;
/** Minutes until the next try; the last value applies to all later tries. */
const BACKOFF = [1, 5, 15, 60, 240, 1440];
/** Tries of a permanently refused mail: servers also answer 5xx by mistake. */
const TRIES_OF_REFUSED = 3;
/** The last try of a mail that does not expire is at most this long after it was queued. */
const GIVE_UP_AFTER = 5 * DAY;
/** Places for mails in progress that are reserved for urgent ones, however slow the others are. */
const RESERVED = 2;
/** A stop waits this long for mails in progress; one that takes longer is sent again, after its lease, with the same Message-ID. */
const STOP_AFTER = 2_000;

const placesFor = (urgency: Urgency): number => (urgency === URGENT ? MAILS_AT_ONCE : MAILS_AT_ONCE - RESERVED);

export function mailDelivery({ work, mailer, clock, checkpoint, onError }: Deps): MailDelivery {
  const { repos: queue } = work;
  const deliver = deliverer({ queue, mailer, clock, checkpoint, onError });
  const underWay = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  /** Resolved when a delivery is requested during a run. */
  let asked = Promise.withResolvers<void>();
  let isAsked = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(mail: ClaimedMail): void {
    const delivery = deliver(mail)
      .catch(onError)
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  /** Starts as many due mails as there are free places; less urgent ones only if no other is due. False if more may be due. */
  async function fillPlaces(): Promise<boolean> {
    for (const urgency of URGENCIES) {
      const limit = placesFor(urgency) - underWay.size;
      if (isStopped || limit <= 0) return false;
      const now = clock.now();
      const claimed = await queue.claim({ urgency, limit, now: isoTime(now), leaseUntil: isoTime(now + LEASE) });
      for (const mail of claimed) begin(mail);
      if (claimed.length === limit) return false;
    }
    return true;
  }

  /** Ends when no mail is due or in progress. A mail that is queued meanwhile does not wait for those in progress. */
  async function run(): Promise<void> {
    try {
      while (!isStopped) {
        if (isAsked) {
          isAsked = false;
          asked = Promise.withResolvers();
          await removeExpired(queue, isoTime(clock.now()), checkpoint);
        }
        const isEmpty = await fillPlaces();
        const hasPlace = underWay.size < MAILS_AT_ONCE - RESERVED;
        if (isAsked || (!isEmpty && hasPlace)) continue;
        if (underWay.size === 0) return;
        await Promise.race([...underWay, asked.promise]);
      }
    } finally {
      running = undefined;
    }
  }

  /** One run at a time; a request during a run makes it look for due mails again. */
  function deliverDue(): Promise<void> {
    if (isStopped) return Promise.resolve();
    isAsked = true;
    asked.resolve();
    running ??= run().catch(onError);
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
      asked.resolve();
      clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      const end = Promise.allSettled([running, ...underWay]);
      await Promise.race([end, new Promise<void>((resolve) => (limit = setTimeout(resolve, STOP_AFTER)))]);
      clearTimeout(limit);
      mailer.close();
    },
  };
}

async function removeExpired(queue: MailQueueRepo, now: string, checkpoint: () => Promise<void>): Promise<void> {
  if (await queue.deleteExpired(DELETE_AFTER_SEND, now)) await checkpoint();
  await queue.failExpired(now);
}

/** Sends one claimed mail and stores the result. */
function deliverer({ queue, mailer, clock, checkpoint, onError }: Omit<Deps, 'work'> & { queue: MailQueueRepo }) {
  async function remove(id: number): Promise<void> {
    await queue.delete(id);
    await checkpoint();
  }

  async function postpone({ id, kind, tries, createdAt, expiresAt }: ClaimedMail, error: unknown): Promise<void> {
    const now = clock.now();
    const next = now + (BACKOFF[Math.min(tries, BACKOFF.length) - 1] as number) * MINUTE;
    const isRefused = error instanceof MailError && error.isPermanent;
    const failure: MailFailure = error instanceof MailError ? error.source : 'server';
    // A mail that expires is given up by `failExpired`.
    const isTooLate = expiresAt === null && next > Date.parse(createdAt) + GIVE_UP_AFTER;
    const isLast = isTooLate || (isRefused && tries >= TRIES_OF_REFUSED);
    if (!isLast) await queue.updateNextTry(id, isoTime(next), failure);
    else if (kind === DELETE_AFTER_SEND) await remove(id);
    else await queue.updateFailed(id, isoTime(now), failure, expiresAt !== null);
    onError(new Error(`Mail ${id} (${kind}) ${isLast ? 'was given up' : 'was not delivered'} after try ${tries}: ${reasonOf(error)}`));
  }

  return async (mail: ClaimedMail): Promise<void> => {
    const { id, kind, messageId, recipient: to, subject, text, html, replyTo, isPriority, expiresAt } = mail;
    const marks = { ...(replyTo && { replyTo }), ...(isPriority && { isPriority: true }) };
    try {
      await mailer.send({ messageId, to, subject, text, html, ...marks });
    } catch (error) {
      return postpone(mail, error);
    }
    if (kind === DELETE_AFTER_SEND) return remove(id);
    return queue.updateSent(id, isoTime(clock.now()), expiresAt !== null);
  };
}

/** For the log. The message of an unknown error may contain an address, its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof MailError) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown error');
}
