import type { Work } from '../../db/work.ts';
import { CLOCK_TOLERANCE, type Clock, isoTime } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { claimedMails, LEASE } from './claimed-mails.service.ts';
import { DELETED_AFTER_SEND, mailAttempts } from './mail-attempts.service.ts';
import { mailPlaces } from './mail-places.service.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';

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
  /** Starts `deliverDue` without waiting for it. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two looks for due emails. */
const POLL = 15_000;
/** A stop waits this long (milliseconds) for emails in progress; later ones are sent again after their lease, with the same Message-ID. */
const STOP_AFTER = 2_000;

export function mailDelivery({ work, mailer, clock, checkpoint, onError }: Deps): MailDelivery {
  const { repos: queue } = work;
  const places = mailPlaces(clock);
  const claimed = claimedMails({ queue, clock, places });
  const attempt = mailAttempts({ queue, mailer, clock, places, checkpoint, onFree: () => change.resolve(), onError });
  const inProgress = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  /** Resolves when something has ended or a delivery is requested. */
  let change = Promise.withResolvers<void>();
  let isRequested = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Runs beside the loop. After an error of the database, no email is begun until the next look: its result could not be stored. */
  function begin(step: Promise<void> | undefined): void {
    if (!step) return;
    const ended = step.catch(fail).finally(() => {
      inProgress.delete(ended);
      change.resolve();
    });
    inProgress.add(ended);
  }

  function fail(error: unknown): Promise<void> {
    onError(error);
    return claimed.releaseAll().catch(onError);
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    if (!(await attempt(mail))) claimed.putBack(mail);
  }

  /** Ends when no email is due or in progress. */
  async function run(): Promise<void> {
    try {
      while (!isStopped) {
        change = Promise.withResolvers();
        if (isRequested) {
          isRequested = false;
          const now = clock.now();
          begin(removeExpired(queue, isoTime(now), checkpoint));
          await queue.makeDue(isoTime(now + LEASE + CLOCK_TOLERANCE), isoTime(now));
          await claimed.lookAgain();
        }
        begin(claimed.releaseOld());
        for (let mail = claimed.take(); mail; mail = claimed.take()) begin(deliver(mail));
        begin(claimed.claimMore());
        if (inProgress.size === 0) return;
        await change.promise;
      }
    } finally {
      running = undefined;
    }
  }

  /** One run at a time; a request during a run makes it look for due emails again. */
  function deliverDue(): Promise<void> {
    if (isStopped) return Promise.resolve();
    isRequested = true;
    change.resolve();
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
      change.resolve();
      clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      const end = Promise.allSettled([running, claimed.releaseAll(), ...inProgress]);
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
