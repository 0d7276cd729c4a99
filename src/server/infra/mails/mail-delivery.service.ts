import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { CLOCK_TOLERANCE, type Clock, isoTime } from '../../ports/clock.ts';
import { MAIL_CONCURRENCY, MailError, type Mailer } from '../../ports/mailer.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';
import { DELETED_AFTER_SEND, mailResults, reasonOf } from './mail-results.service.ts';
import { URGENCIES, URGENT, type Urgency } from './mail-urgency.rules.ts';

interface Deps {
  work: Work<MailQueueRepo>;
  mailer: Mailer;
  clock: Clock;
  /** Removes deleted data from the database's files. */
  checkpoint: () => Promise<void>;
  onError: (error: unknown) => void;
}

export interface MailDelivery {
  /** Sends the due emails, several at a time; resolves when none is due or in progress. */
  deliverDue(): Promise<void>;
  /** Sends the due emails without waiting for them. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two looks for due emails. */
const POLL = 15_000;
/** A stop waits this long (milliseconds) for emails in progress; later ones are sent again after their lease, with the same Message-ID. */
const STOP_AFTER = 2_000;
/** Time for one delivery; after it another process may claim the email. Longer than the timeouts of the mailer. */
export const LEASE = 5 * MINUTE;
/** Milliseconds until all connections are used again after one that the mail server did not accept. */
const FEWER_FOR = MINUTE;

/** The number of emails that may be sent at a time: fewer for a minute after the mail server did not accept a connection. */
function placeCount(clock: Clock) {
  let accepted = MAIL_CONCURRENCY;
  let fewerUntil = 0;
  return {
    now: (): number => (clock.now() < fewerUntil ? accepted : MAIL_CONCURRENCY),
    limitTo(count: number): void {
      accepted = count;
      fewerUntil = clock.now() + FEWER_FOR;
    },
  };
}

/** Claims the most urgent due email of these urgencies. */
async function claimNext(queue: MailQueueRepo, urgencies: readonly Urgency[], now: number): Promise<ClaimedMail | undefined> {
  for (const urgency of urgencies) {
    const mail = await queue.claim({ urgency, now: isoTime(now), leaseUntil: isoTime(now + LEASE) });
    if (mail) return mail;
  }
  return undefined;
}

async function removeExpired(queue: MailQueueRepo, clock: Clock, checkpoint: () => Promise<void>): Promise<void> {
  const now = clock.now();
  if (await queue.deleteExpired(DELETED_AFTER_SEND, isoTime(now))) await checkpoint();
  await queue.failExpired(isoTime(now));
  await queue.makeDue(isoTime(now + LEASE + CLOCK_TOLERANCE), isoTime(now));
}

/**
 * Claims one due email after the other, the most urgent first, and sends up to MAIL_CONCURRENCY of them at a time. The last free place
 * is for urgent emails.
 */
export function mailDelivery({ work, mailer, clock, checkpoint, onError }: Deps): MailDelivery {
  const { repos: queue } = work;
  const results = mailResults({ queue, clock, checkpoint, onError });
  const places = placeCount(clock);
  /** Emails that are being sent, or whose result is being stored. */
  const sending = new Set<Promise<void>>();
  let connections = 0;
  let claiming: Promise<void> | undefined;
  let isRequested = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function deliver(mail: ClaimedMail): Promise<void> {
    connections++;
    const error = await send(mailer, mail);
    connections--;
    if (error === undefined) return results.storeSent(mail);
    const isTooMany = error instanceof MailError && error.isRefusal && connections > 0;
    if (!isTooMany) return results.storeFailure(mail, error);
    places.limitTo(connections);
    onError(new Error(`Mail ${mail.id} (${mail.kind}) is sent again over fewer connections: ${reasonOf(error)}`));
    return queue.release(mail, isoTime(clock.now()));
  }

  function begin(mail: ClaimedMail): void {
    const ended = deliver(mail)
      .catch(onError)
      .finally(() => {
        sending.delete(ended);
        claimDue();
      });
    sending.add(ended);
  }

  async function claimAll(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      for (let free = places.now() - sending.size; free > 0 && !isStopped; free = places.now() - sending.size) {
        const mail = await claimNext(queue, free === 1 && places.now() > 1 ? [URGENT] : URGENCIES, clock.now());
        if (!mail) break;
        begin(mail);
      }
    }
  }

  /** Fills the free places. A request while it does so makes it look for due emails again. */
  function claimDue(): void {
    if (isStopped) return;
    isRequested = true;
    claiming ??= claimAll()
      .catch(onError)
      .finally(() => {
        claiming = undefined;
        if (isRequested) claimDue();
      });
  }

  async function deliverDue(): Promise<void> {
    if (isStopped) return;
    await removeExpired(queue, clock, checkpoint).catch(onError);
    claimDue();
    while (claiming || sending.size > 0) await (claiming ?? Promise.race(sending));
  }

  return {
    deliverDue,
    wake: claimDue,
    start() {
      timer = setInterval(() => void deliverDue(), POLL).unref();
      void deliverDue();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      const end = Promise.allSettled([claiming, ...sending]);
      await Promise.race([end, new Promise<void>((resolve) => (limit = setTimeout(resolve, STOP_AFTER)))]);
      clearTimeout(limit);
      mailer.close();
    },
  };
}

/** The error of the mailer, or undefined if the email was sent. */
async function send(mailer: Mailer, mail: ClaimedMail): Promise<unknown> {
  const { messageId, recipient: to, subject, text, html, replyTo, isPriority, thread, stopUrl } = mail;
  const marks = {
    ...(replyTo && { replyTo }),
    ...(isPriority && { isPriority: true }),
    ...(thread && { thread: thread.split(' ') }),
    ...(stopUrl && { stopUrl }),
  };
  try {
    await mailer.send({ messageId, to, subject, text, html, ...marks });
    return undefined;
  } catch (error) {
    return error;
  }
}
