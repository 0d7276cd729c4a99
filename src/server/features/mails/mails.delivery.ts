import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { ClaimedMail, MailsRepo } from './mails.repo.ts';

interface Deps {
  work: Work<MailsRepo>;
  mailer: Mailer;
  clock: Clock;
  /** Takes what was deleted out of the database's files. */
  checkpoint: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** The farewell of a deleted account: the last that holds its address, so it leaves no row. */
const TRACELESS = 'accountDeleted';

export interface MailDelivery {
  /** Hands on what is due, one after the other; the answer comes when nothing is due any more. */
  deliverDue(): Promise<void>;
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const MINUTE = 60_000;
const POLL = 15_000;
/** How long one delivery may take before another process tries; longer than the mailer's own time-outs. */
const LEASE = 5 * MINUTE;
/** Minutes until the next try; the last of them for ever. */
const BACKOFF = [1, 5, 15, 60, 240, 1440];
/** A stop waits this long for the mail under way; if it ends later, the lease has it sent again under the same Message-ID. */
const STOP_AFTER = 2_000;

export function mailDelivery({ work, mailer, clock, checkpoint, onError }: Deps): MailDelivery {
  const { read: mails } = work;
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function deliver({ id, kind, tries, recipient, expiresAt, replyTo, isPriority, ...mail }: ClaimedMail): Promise<void> {
    const { messageId, subject, text, html } = mail;
    const marks = { ...(replyTo && { replyTo }), ...(isPriority && { isPriority: true }) };
    try {
      await mailer.send({ messageId, to: recipient, subject, text, html, ...marks });
    } catch (error) {
      const minutes = BACKOFF[Math.min(tries, BACKOFF.length) - 1] as number;
      await mails.updateNextTry(id, isoTime(clock.now() + minutes * MINUTE));
      onError(error);
      return;
    }
    if (kind !== TRACELESS) return mails.updateSent(id, isoTime(clock.now()), expiresAt !== null);
    await mails.delete(id);
    await checkpoint();
  }

  /** What others have taken meanwhile is not due any more, so the list ends. */
  async function deliverAll(): Promise<void> {
    if (isStopped) return;
    if (await mails.deleteExpired(TRACELESS, isoTime(clock.now()))) await checkpoint();
    await mails.eraseExpired(isoTime(clock.now()));
    while (!isStopped) {
      const due = await mails.listDue(isoTime(clock.now()));
      if (due.length === 0) return;
      for (const id of due) {
        if (isStopped) return;
        const now = clock.now();
        const mail = await mails.claim(id, isoTime(now), isoTime(now + LEASE));
        if (mail) await deliver(mail);
      }
    }
  }

  /** One run at a time; whoever asks during one waits for the run after it, which sees what was queued meanwhile. */
  function deliverDue(): Promise<void> {
    if (isStopped) return Promise.resolve();
    if (isQueued) return running;
    isQueued = true;
    running = running
      .then(() => {
        isQueued = false;
        return deliverAll();
      })
      .catch(onError);
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
      clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise<void>((resolve) => (limit = setTimeout(resolve, STOP_AFTER)))]);
      clearTimeout(limit);
      mailer.close();
    },
  };
}
