import { MINUTE, SECOND } from '#contract/time.ts';
import type { Clock } from '../../ports/clock.ts';
import { MAIL_CONCURRENCY } from '../../ports/mailer.ts';
import { URGENT, type Urgency } from './mail-urgency.rules.ts';

/** One email in progress. */
interface Place {
  /** The mail server has answered: the place is free, and the result is being stored. */
  answered(): void;
  /**
   * The mail server has refused the connection: for a minute, no more places are used than the others that are taken. False if none is,
   * so that their number cannot be the reason.
   */
  refused(): boolean;
  /** The result is stored. */
  stored(): void;
}

export interface MailPlaces {
  /** Places that are free for emails of an urgency. */
  free(urgency: Urgency): number;
  /** True while the mail server answers each email within a second. */
  isQuick(): boolean;
  take(): Place;
}

/** An email that takes longer (milliseconds) is slow. */
const SLOW = SECOND;
/** The mail server is quick after this number of emails without a slow one. */
const QUICK_EMAILS = 20;
/** Milliseconds until all places are used again after a refused connection. */
const REFUSED_FOR = MINUTE;
/** No email begins while more results than this are being stored: a crash then leaves few sent emails that are sent again. */
const MOST_STORING = MAIL_CONCURRENCY;

/**
 * The places for emails that a process sends at the same time. Urgent emails may take all of them, and the others too while the mail
 * server is quick, because then a place is free soon. Otherwise one place stays free for urgent emails.
 */
export function mailPlaces(clock: Clock): MailPlaces {
  const sending = new Set<{ since: number }>();
  let storing = 0;
  let quickEmails = 0;
  let accepted = MAIL_CONCURRENCY;
  let refusedUntil = 0;

  const isSlow = (since: number): boolean => clock.now() - since > SLOW;
  const isQuick = (): boolean => quickEmails >= QUICK_EMAILS && ![...sending].some(({ since }) => isSlow(since));

  return {
    free(urgency) {
      if (storing > MOST_STORING) return 0;
      const all = clock.now() < refusedUntil ? accepted : MAIL_CONCURRENCY;
      const reserved = urgency === URGENT || isQuick() ? 0 : 1;
      return Math.max(1, all - reserved) - sending.size;
    },
    isQuick,
    take() {
      const start = { since: clock.now() };
      sending.add(start);
      return {
        answered() {
          sending.delete(start);
          storing++;
          quickEmails = isSlow(start.since) ? 0 : quickEmails + 1;
        },
        refused() {
          accepted = Math.max(1, sending.size);
          refusedUntil = clock.now() + REFUSED_FOR;
          return sending.size > 0;
        },
        stored: () => void storing--,
      };
    },
  };
}
