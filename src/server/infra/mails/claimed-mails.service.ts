import { MINUTE, SECOND } from '#contract/time.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { MAIL_CONCURRENCY } from '../../ports/mailer.ts';
import type { MailPlaces } from './mail-places.service.ts';
import type { ClaimedMail, MailQueueRepo } from './mail-queue.repo.ts';
import { URGENCIES, URGENT, type Urgency } from './mail-urgency.rules.ts';

interface Deps {
  queue: MailQueueRepo;
  clock: Clock;
  places: MailPlaces;
}

/** Time for one delivery; after it another process may claim the email. Longer than `MAX_WAIT` and the timeouts of the mailer. */
export const LEASE = 5 * MINUTE;
/** An email that was claimed this long ago (milliseconds) and not attempted is given back, for example when the mail server hangs. */
const MAX_WAIT = 10 * SECOND;

/** The emails that this process has claimed and not yet attempted. */
export function claimedMails({ queue, clock, places }: Deps) {
  /** Most urgent first. */
  let ready: ClaimedMail[] = [];
  /** Emails of this and lower urgencies may be due in the database; none is if undefined. */
  let next: Urgency | undefined;
  let claiming: Promise<void> | undefined;

  function add(first: readonly ClaimedMail[], then: readonly ClaimedMail[]): void {
    ready = [...first, ...then].sort((a, b) => a.urgency - b.urgency);
  }

  /** While the mail server is quick, emails are claimed in advance, several at once, so that no place waits for the database. */
  function limitOf(urgency: Urgency): number {
    const claimed = ready.filter((mail) => mail.urgency <= urgency).length;
    if (!places.isQuick()) return places.free(urgency) - claimed;
    return claimed < MAIL_CONCURRENCY ? 2 * MAIL_CONCURRENCY - claimed : 0;
  }

  async function claim(urgency: Urgency, limit: number): Promise<void> {
    const now = clock.now();
    const claimed = await queue.claim({ urgency, limit, now: isoTime(now), leaseUntil: isoTime(now + LEASE) });
    add(ready, claimed);
    if (claimed.length < limit) next = URGENCIES[urgency + 1];
  }

  function release(mails: readonly ClaimedMail[]): Promise<void> | undefined {
    if (mails.length === 0) return undefined;
    ready = ready.filter((mail) => !mails.includes(mail));
    return queue.release(mails, isoTime(clock.now()));
  }

  /** Looks for due emails of each urgency again. */
  async function lookAgain(): Promise<void> {
    // A claim that has begun may miss the emails that this look is for.
    await claiming?.catch(() => undefined);
    next = URGENT;
  }

  return {
    lookAgain,
    /** Claims due emails; undefined if it does so already, or if there are enough. */
    claimMore(): Promise<void> | undefined {
      const limit = next === undefined || claiming ? 0 : limitOf(next);
      if (next === undefined || limit <= 0) return undefined;
      claiming = claim(next, limit).finally(() => (claiming = undefined));
      return claiming;
    },
    /** The next email to attempt, if it has a free place; none while a more urgent one may be due. */
    take(): ClaimedMail | undefined {
      const [first] = ready;
      if (!first || places.free(first.urgency) <= 0 || (next !== undefined && next < first.urgency)) return undefined;
      return ready.shift();
    },
    /** Takes an email back; it is the first of its urgency. */
    putBack: (mail: ClaimedMail): void => add([mail], ready),
    /** Makes emails due again that have waited too long for a place; undefined if there are none. */
    releaseOld(): Promise<void> | undefined {
      const oldest = clock.now() + LEASE - MAX_WAIT;
      return release(ready.filter(({ leaseUntil }) => Date.parse(leaseUntil) < oldest))?.then(lookAgain);
    },
    /** Makes all emails due again, and claims none until the next look. */
    async releaseAll(): Promise<void> {
      next = undefined;
      await claiming?.catch(() => undefined);
      await release(ready);
    },
  };
}
