import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
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
  /** Whose wrong tries are counted for an e-mail. */
  subject(email: string): string;
  /** What a locked e-mail is answered with. */
  locked: ErrorCode;
  find(email: string): Promise<A | undefined>;
  isThere(repos: R, account: A): Promise<boolean>;
  /** Holds the account until the transaction ends; false when it has another password by now, or is gone. */
  hold(repos: R, account: A): Promise<boolean>;
  /** Stores a hash of the same password with the present parameters. */
  updateHash(repos: R, account: A, hash: string): Promise<unknown>;
  /** The e-mail was locked just now, in this transaction. */
  onLocked?(repos: R, email: string, account: A): Promise<void>;
  afterLocked?(): void;
}

interface Deps<R extends CredentialRepos, A extends Account> {
  work: Work<R>;
  accounts: Accounts<NoInfer<R>, A>;
  passwords: Passwords;
  clock: Clock;
}

/** `gone`: the account was deleted while the password was compared. */
export type Verdict<T, A> = { outcome: 'right'; account: A; result: T } | { outcome: 'wrong' | 'gone' };

/** What a right password leads to: what is dear first, then what belongs into the transaction that judges the try. */
export type WhenRight<R, T, A> = (account: A) => Promise<(repos: R) => Promise<T>>;

export interface CredentialsService<R, A extends Account> {
  prove<T>(email: string, password: string, whenRight: WhenRight<R, T, A>, isSignedIn?: boolean): Promise<Verdict<T, A>>;
}

/** The only place that compares passwords: whoever asks, five wrong ones for an e-mail lock it. */
export function credentialsService<R extends CredentialRepos, A extends Account>({
  work,
  accounts,
  passwords,
  clock,
}: Deps<R, A>): CredentialsService<R, A> {
  /** 403 with the seconds that are left. */
  function refuseLocked(attempts: Attempts | undefined): void {
    const retryAfter = lockedFor(attempts, clock.now());
    if (retryAfter > 0) throw new AppError(accounts.locked, { retryAfter });
  }

  /** True when it locked somebody's e-mail; an address that nobody has is locked all the same. */
  async function countFailure(repos: R, email: string, before: Attempts, account: A | undefined): Promise<boolean> {
    const after = withFailure(before, LOGIN_RULE, clock.now());
    await repos.attempts.update(accounts.subject(email), after);
    if (!after.locked_until || !account) return false;
    await accounts.onLocked?.(repos, email, account);
    return true;
  }

  return {
    /**
     * Judges a try after its password was compared, while tries for its e-mail wait for each other. However many are compared at
     * once, only five wrong ones learn that they were wrong; the others, a right one too, learn of the lock alone (403: 15 minutes
     * after five failures, for known and unknown addresses alike). Both cost one comparison; while locked none is made. A password
     * that was changed meanwhile is wrong.
     */
    async prove<T>(email: string, password: string, whenRight: WhenRight<R, T, A>, isSignedIn = false): Promise<Verdict<T, A>> {
      const subject = accounts.subject(email);
      refuseLocked(await work.read.attempts.find(subject));
      const account = await accounts.find(email);
      const isRight = await passwords.verify(account?.password_hash, password);
      // A signed-in person without an account was deleted just now: no try, and no trace of the address.
      if (isSignedIn && !account) return { outcome: 'gone' };
      const act = isRight && account ? await whenRight(account) : undefined;
      const newHash = isRight && account && needsRehash(account.password_hash) ? await passwords.hash(password) : undefined;
      let isLockedNow = false;
      const verdict = await work.write(async (repos): Promise<Verdict<T, A>> => {
        const before = await repos.attempts.lock(subject);
        refuseLocked(before);
        if (act && account && (await accounts.hold(repos, account))) {
          await repos.attempts.delete(subject);
          if (newHash) await accounts.updateHash(repos, account, newHash);
          return { outcome: 'right', account, result: await act(repos) };
        }
        if (account && !(await accounts.isThere(repos, account))) {
          await repos.attempts.deleteUntouched(subject);
          return { outcome: 'gone' };
        }
        isLockedNow = await countFailure(repos, email, before, account);
        return { outcome: 'wrong' };
      });
      if (isLockedNow) accounts.afterLocked?.();
      return verdict;
    },
  };
}
