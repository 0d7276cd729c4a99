import {
  ADMIN_ADDRESS_TRUST,
  ADMIN_FAILURES_TOTAL,
  ADMIN_FAILURES_WINDOW,
  CODE_ATTEMPTS,
  CODE_LOCK,
  LOGIN_ATTEMPTS,
  LOGIN_LOCK,
  WRONG_ATTEMPT_MEMORY,
  WRONG_CODES_PER_ADDRESS,
  WRONG_CODES_TOTAL,
  WRONG_CODES_WINDOW,
} from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import { isoTime, timeAhead } from '../../ports/clock.ts';
import type { GuessLimitRule } from '../buckets/guess-limiter.service.ts';

/** Failed attempts for one subject. */
export interface Attempts {
  failures: number;
  /** ISO 8601; null without a lock. */
  locked_until: string | null;
  /** Time of the last failure (ISO 8601); '' for none. */
  failed_at: string;
}

/** Locks a subject for `lock` milliseconds after `max` failures. */
export interface LockRule {
  max: number;
  lock: number;
}

/** Subjects of counters: the logins of an email, its codes of both purposes, and the logins of an administrator. */
export const loginSubject = (email: string): string => `login:${email}`;
export const codeSubject = (email: string): string => `code:${email}`;
/** One per network address, so that others cannot lock an administrator out. */
export const adminSubject = (email: string, address: string): string => `${adminSubjects(email)}${address}`;
/** Prefix of all subjects of one administrator. */
export const adminSubjects = (email: string): string => `admin:${email}|`;

/** Five failures lock logins for 15 minutes and codes for 20. */
export const LOGIN_RULE: LockRule = { max: LOGIN_ATTEMPTS, lock: LOGIN_LOCK };
export const CODE_RULE: LockRule = { max: CODE_ATTEMPTS, lock: CODE_LOCK };

/** Limits on guessing (decision 28). */
export const CODE_GUESS_LIMIT: GuessLimitRule = {
  perAddress: { burst: WRONG_CODES_PER_ADDRESS, per: WRONG_CODES_WINDOW },
  total: { burst: WRONG_CODES_TOTAL, per: WRONG_CODES_WINDOW },
  memory: WRONG_ATTEMPT_MEMORY,
  alarm: 'Confirmation codes are being guessed: networks with a wrong code within the last day are rejected.',
};
export const ADMIN_GUESS_LIMIT: GuessLimitRule = {
  total: { burst: ADMIN_FAILURES_TOTAL, per: ADMIN_FAILURES_WINDOW },
  memory: WRONG_ATTEMPT_MEMORY,
  trust: ADMIN_ADDRESS_TRUST,
  alarm: 'The password of an administrator is being guessed: networks with a wrong one within the last day are rejected.',
};

const LONGEST_LOCK = Math.max(LOGIN_LOCK, CODE_LOCK);

/** Remaining seconds of the lock; 0 without one. */
export const lockedFor = (attempts: Attempts | undefined, now: number): number =>
  Math.max(0, Math.ceil((timeAhead(attempts?.locked_until, LONGEST_LOCK, now) - now) / SECOND));

export const isLocked = (attempts: Attempts | undefined, now: number): boolean => lockedFor(attempts, now) > 0;

/** The counter after one more failure; after a lock it starts again at 1. */
export function withFailure({ failures, locked_until }: Omit<Attempts, 'failed_at'>, rule: LockRule, now: number): Attempts {
  const count = locked_until === null ? failures + 1 : 1;
  return { failures: count, locked_until: count >= rule.max ? isoTime(now + rule.lock) : null, failed_at: isoTime(now) };
}
