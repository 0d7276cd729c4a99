import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import { needsRehash, type Passwords } from '../../ports/passwords.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { type Attempts, LOGIN_RULE, lockedFor, withFailure } from './attempts.rules.ts';

export interface CredentialRepos {
  attempts: AttemptsRepo;
}

/** A user or an administrator. */
export interface Account {
  id: number;
  password_hash: string;
}

/** Access to the accounts of users or of administrators. */
export interface Accounts<R, A extends Account> {
  /** Subject under which the failures of an email are counted. */
  subject(email: string, visitor: Visitor | undefined): string;
  /** Error code for a locked email. */
  locked: ErrorCode;
  find(email: string): Promise<A | undefined>;
  /** Also called for unknown emails, so that they cost the same as known ones. */
  exists(repos: R, account: A | undefined): Promise<boolean>;
  /** Limits wrong passwords over several subjects. */
  guard?: Guard<R>;
  /** Locks the account until the transaction ends; false if its password has changed or it is deleted. */
  lock(repos: R, account: A): Promise<boolean>;
  /** Stores a hash of the same password with the current parameters. */
  updateHash(repos: R, account: A, hash: string): Promise<unknown>;
  /** Called in the transaction that locks the email. */
  onLocked?(repos: R, email: string, account: A): Promise<void>;
}

export interface Guard<R> {
  /** Seconds until the network may try again; 0 if it may now. */
  wait(repos: R, email: string, visitor: Visitor): Promise<number>;
  countWrong(repos: R, email: string, visitor: Visitor): Promise<void>;
  countCorrect(repos: R, email: string, visitor: Visitor): Promise<void>;
}

export interface VerifyOptions {
  /** The caller is logged in and confirms their password. */
  isLoggedIn?: boolean;
  /** The network that sent the password; required if failures are counted per network. */
  visitor?: Visitor;
}

/** `missing`: a code is required and was not sent. */
export type SecondVerdict = 'right' | 'wrong' | 'missing';

/** A second factor, checked in the transaction of the result, with the account locked. A wrong one counts like a wrong password. */
export interface SecondFactor<R, A> {
  verify(repos: R, account: A): Promise<SecondVerdict>;
  /** Called in the transaction in which a wrong second factor, after a correct password, locks the email. */
  onLocked(repos: R, account: A): Promise<void>;
}

interface Deps<R extends CredentialRepos, A extends Account> {
  work: Work<R>;
  accounts: Accounts<NoInfer<R>, A>;
  passwords: Passwords;
  clock: Clock;
}

/** `deleted`: the account was deleted while the password was compared. */
export type VerificationResult<T, A> =
  | { outcome: 'right'; account: A; result: T }
  | { outcome: 'wrong' | 'deleted' | 'secondWrong' | 'secondMissing' };

/** Runs after a correct password: expensive work outside transactions. The function it returns runs in the transaction of the result. */
export type OnCorrectPassword<R, T, A> = (account: A) => Promise<(repos: R) => Promise<T>>;

export interface CredentialsService<R, A extends Account> {
  verifyPassword<T>(
    email: string,
    password: string,
    whenRight: OnCorrectPassword<R, T, A>,
    options?: VerifyOptions & { second?: SecondFactor<R, A> },
  ): Promise<VerificationResult<T, A>>;
}

interface LoginAttempt {
  email: string;
  visitor: Visitor | undefined;
}

/** The only place that verifies passwords: five wrong passwords lock an email, for all features together. */
export function credentialsService<R extends CredentialRepos, A extends Account>({
  work,
  accounts,
  passwords,
  clock,
}: Deps<R, A>): CredentialsService<R, A> {
  /** Throws 403 with the remaining seconds while the email is locked or the network is over the limits on guessing. */
  async function throwIfLocked(repos: R, attempts: Attempts | undefined, email: string, visitor: Visitor | undefined): Promise<void> {
    const locked = lockedFor(attempts, clock.now());
    const retryAfter = locked > 0 || !visitor ? locked : ((await accounts.guard?.wait(repos, email, visitor)) ?? 0);
    if (retryAfter > 0) throw new AppError(accounts.locked, { retryAfter });
  }

  /** Counts a wrong password, even for unknown emails. True if it locked the email of an existing account. */
  async function countFailure(repos: R, { email, visitor }: LoginAttempt, before: Attempts, account: A | undefined): Promise<boolean> {
    const after = withFailure(before, LOGIN_RULE, clock.now());
    await repos.attempts.update(accounts.subject(email, visitor), after);
    if (visitor) await accounts.guard?.countWrong(repos, email, visitor);
    if (!after.locked_until || !account) return false;
    await accounts.onLocked?.(repos, email, account);
    return true;
  }

  /**
   * Checks the second factor; a wrong one counts as a failure. A missing one does not, and does not reset the counter either: otherwise the
   * password would allow any number of codes.
   */
  async function rejectionOf(
    { verify, onLocked }: SecondFactor<R, A>,
    repos: R,
    attempt: LoginAttempt,
    before: Attempts,
    account: A,
  ): Promise<'secondWrong' | 'secondMissing' | undefined> {
    const verdict = await verify(repos, account);
    if (verdict === 'right') return undefined;
    if (verdict === 'missing') await repos.attempts.deleteUntouched(accounts.subject(attempt.email, attempt.visitor));
    else if (await countFailure(repos, attempt, before, account)) await onLocked(repos, account);
    return verdict === 'missing' ? 'secondMissing' : 'secondWrong';
  }

  return {
    /**
     * Verifies a password and counts failures. The password is compared before the transaction; the result is decided in it, with the
     * attempts row locked: after five wrong attempts, all other parallel ones get 403, even with the correct password. The lock lasts
     * 15 minutes. Known and unknown emails cost one comparison each, locked ones none. The result is 'wrong' if
     * the password is changed in the meantime.
     */
    async verifyPassword<T>(
      email: string,
      password: string,
      whenRight: OnCorrectPassword<R, T, A>,
      options: VerifyOptions & { second?: SecondFactor<R, A> } = {},
    ): Promise<VerificationResult<T, A>> {
      const { isLoggedIn = false, visitor, second } = options;
      const subject = accounts.subject(email, visitor);
      await throwIfLocked(work.repos, await work.repos.attempts.find(subject), email, visitor);
      const account = await accounts.find(email);
      const isRight = await passwords.verify(account?.password_hash, password);
      // The account of the logged-in user has just been deleted: do not count the attempt, which would store the email again.
      if (isLoggedIn && !account) return { outcome: 'deleted' };
      const act = isRight && account ? await whenRight(account) : undefined;
      const newHash = isRight && account && needsRehash(account.password_hash) ? await passwords.hash(password) : undefined;
      return work.inTransaction(async (repos): Promise<VerificationResult<T, A>> => {
        const before = await repos.attempts.lock(subject);
        await throwIfLocked(repos, before, email, visitor);
        if (act && account && (await accounts.lock(repos, account))) {
          const rejected = second && (await rejectionOf(second, repos, { email, visitor }, before, account));
          if (rejected) return { outcome: rejected };
          await repos.attempts.delete(subject);
          if (newHash) await accounts.updateHash(repos, account, newHash);
          if (visitor) await accounts.guard?.countCorrect(repos, email, visitor);
          return { outcome: 'right', account, result: await act(repos) };
        }
        const isFound = await accounts.exists(repos, account);
        if (account && !isFound) {
          await repos.attempts.deleteUntouched(subject);
          return { outcome: 'deleted' };
        }
        await countFailure(repos, { email, visitor }, before, account);
        return { outcome: 'wrong' };
      });
    },
  };
}
