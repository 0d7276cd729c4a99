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

/** Somebody who can log in. */
export interface Account {
  id: number;
  password_hash: string;
}

/** Whose passwords are compared: the users', or the administrators'. */
export interface Accounts<R, A extends Account> {
  /** Whose wrong tries are counted for an email. */
  subject(email: string, visitor: Visitor | undefined): string;
  /** What a locked email is answered with. */
  locked: ErrorCode;
  find(email: string): Promise<A | undefined>;
  /** Also called for unknown emails, so that they cost the same. */
  exists(repos: R, account: A | undefined): Promise<boolean>;
  /** Limits wrong passwords beyond those of one subject. */
  guard?: Guard<R>;
  /** Holds the account until the transaction ends; false when it has another password by now, or is gone. */
  lock(repos: R, account: A): Promise<boolean>;
  /** Stores a hash of the same password with the current parameters. */
  updateHash(repos: R, account: A, hash: string): Promise<unknown>;
  /** The email was locked just now, in this transaction. */
  onLocked?(repos: R, email: string, account: A): Promise<void>;
  afterLocked?(): void;
}

export interface Guard<R> {
  /** Seconds until that network may try again; 0 if it may now. */
  wait(repos: R, email: string, visitor: Visitor): Promise<number>;
  countWrong(repos: R, email: string, visitor: Visitor): Promise<void>;
  countRight(repos: R, email: string, visitor: Visitor): Promise<void>;
}

export interface TryOptions {
  /** The caller is signed in and proves the password of their own account. */
  isSignedIn?: boolean;
  /** The network that the try comes from; needed where tries are counted per network. */
  visitor?: Visitor;
}

interface Deps<R extends CredentialRepos, A extends Account> {
  work: Work<R>;
  accounts: Accounts<NoInfer<R>, A>;
  passwords: Passwords;
  clock: Clock;
}

/** `gone`: the account was deleted while the password was compared. */
export type VerificationResult<T, A> = { outcome: 'right'; account: A; result: T } | { outcome: 'wrong' | 'gone' };

/** What a right password leads to: what is dear first, then what belongs into the transaction that judges the try. */
export type WhenRight<R, T, A> = (account: A) => Promise<(repos: R) => Promise<T>>;

export interface CredentialsService<R, A extends Account> {
  verifyPassword<T>(
    email: string,
    password: string,
    whenRight: WhenRight<R, T, A>,
    options?: TryOptions,
  ): Promise<VerificationResult<T, A>>;
}

interface Tried {
  email: string;
  visitor: Visitor | undefined;
}

/** The only place that compares passwords: whoever asks, five wrong ones for an email lock it. */
export function credentialsService<R extends CredentialRepos, A extends Account>({
  work,
  accounts,
  passwords,
  clock,
}: Deps<R, A>): CredentialsService<R, A> {
  /** 403 with the seconds that are left. */
  async function refuseLocked(repos: R, attempts: Attempts | undefined, email: string, visitor: Visitor | undefined): Promise<void> {
    const locked = lockedFor(attempts, clock.now());
    const retryAfter = locked > 0 || !visitor ? locked : ((await accounts.guard?.wait(repos, email, visitor)) ?? 0);
    if (retryAfter > 0) throw new AppError(accounts.locked, { retryAfter });
  }

  /** True when it locked somebody's email; an address that nobody has is locked all the same. */
  async function countFailure(repos: R, { email, visitor }: Tried, before: Attempts, account: A | undefined): Promise<boolean> {
    const after = withFailure(before, LOGIN_RULE, clock.now());
    await repos.attempts.update(accounts.subject(email, visitor), after);
    if (visitor) await accounts.guard?.countWrong(repos, email, visitor);
    if (!after.locked_until || !account) return false;
    await accounts.onLocked?.(repos, email, account);
    return true;
  }

  return {
    /**
     * Judges a try after its password was compared, while tries for its email wait for each other. However many are compared at
     * once, only five wrong ones learn that they were wrong; the others, a right one too, learn of the lock alone (403: 15 minutes
     * after five failures, for known and unknown addresses alike). Both cost one comparison; while locked none is made. A password
     * that was changed meanwhile is wrong.
     */
    async verifyPassword<T>(
      email: string,
      password: string,
      whenRight: WhenRight<R, T, A>,
      options: TryOptions = {},
    ): Promise<VerificationResult<T, A>> {
      const { isSignedIn = false, visitor } = options;
      const subject = accounts.subject(email, visitor);
      await refuseLocked(work.repos, await work.repos.attempts.find(subject), email, visitor);
      const account = await accounts.find(email);
      const isRight = await passwords.verify(account?.password_hash, password);
      // A signed-in person without an account was deleted just now: no try, and no trace of the address.
      if (isSignedIn && !account) return { outcome: 'gone' };
      const act = isRight && account ? await whenRight(account) : undefined;
      const newHash = isRight && account && needsRehash(account.password_hash) ? await passwords.hash(password) : undefined;
      let isLockedNow = false;
      const verdict = await work.inTransaction(async (repos): Promise<VerificationResult<T, A>> => {
        const before = await repos.attempts.lock(subject);
        await refuseLocked(repos, before, email, visitor);
        if (act && account && (await accounts.lock(repos, account))) {
          await repos.attempts.delete(subject);
          if (newHash) await accounts.updateHash(repos, account, newHash);
          if (visitor) await accounts.guard?.countRight(repos, email, visitor);
          return { outcome: 'right', account, result: await act(repos) };
        }
        const isThere = await accounts.exists(repos, account);
        if (account && !isThere) {
          await repos.attempts.deleteUntouched(subject);
          return { outcome: 'gone' };
        }
        isLockedNow = await countFailure(repos, { email, visitor }, before, account);
        return { outcome: 'wrong' };
      });
      if (isLockedNow) accounts.afterLocked?.();
      return verdict;
    },
  };
}
