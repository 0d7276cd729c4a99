import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { MailRepos, MailsService } from '../mails/mails.service.ts';
import type { Credentials, UserRepos, UsersService } from '../users/users.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { type Attempts, LOGIN_RULE, lockedFor, loginSubject, withFailure } from './attempts.rules.ts';

export interface CredentialRepos extends UserRepos, MailRepos {
  attempts: AttemptsRepo;
}

interface Deps<R extends CredentialRepos> {
  work: Work<R>;
  users: Pick<UsersService, 'findCredentials'>;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  passwords: Passwords;
  clock: Clock;
}

/** `gone`: the account was deleted while the password was compared. */
export type Verdict<T> = { outcome: 'right'; user: Credentials; result: T } | { outcome: 'wrong' | 'gone' };

/** What a right password leads to: what is dear first, then what belongs into the transaction that judges the try. */
export type WhenRight<R, T> = (user: Credentials) => Promise<(repos: R) => Promise<T>>;

export interface CredentialsService<R> {
  prove<T>(email: string, password: string, whenRight: WhenRight<R, T>, isSignedIn?: boolean): Promise<Verdict<T>>;
}

/** 403 with the seconds that are left. */
function refuseLocked(attempts: Attempts | undefined, now: number): void {
  const retryAfter = lockedFor(attempts, now);
  if (retryAfter > 0) throw new AppError('api.loginUser.403', { retryAfter });
}

/** The only place that compares passwords: whoever asks, five wrong ones for an e-mail lock it. */
export function credentialsService<R extends CredentialRepos>({ work, users, mails, passwords, clock }: Deps<R>): CredentialsService<R> {
  /** Tells the person, once a lock; an address that nobody has is locked all the same. True when a mail waits. */
  async function countFailure(repos: R, email: string, before: Attempts, user: Credentials | undefined): Promise<boolean> {
    const after = withFailure(before, LOGIN_RULE, clock.now());
    await repos.attempts.update(loginSubject(email), after);
    if (!after.locked_until || !user) return false;
    await mails.queue(repos, { kind: 'loginLocked', to: email, language: user.language });
    return true;
  }

  return {
    /**
     * Judges a try after its password was compared, while tries for its e-mail wait for each other. However many are compared at
     * once, only five wrong ones learn that they were wrong; the others, a right one too, learn of the lock alone (403: 15 minutes
     * after five failures, for known and unknown addresses alike). Both cost one comparison; while locked none is made. A password
     * that was changed meanwhile is wrong.
     */
    async prove<T>(email: string, password: string, whenRight: WhenRight<R, T>, isSignedIn = false): Promise<Verdict<T>> {
      const subject = loginSubject(email);
      refuseLocked(await work.read.attempts.find(subject), clock.now());
      const user = await users.findCredentials(email);
      const isRight = await passwords.verify(user?.password_hash, password);
      // A signed-in person without an account was deleted just now: no try, and no trace of the address.
      if (isSignedIn && !user) return { outcome: 'gone' };
      const act = isRight && user ? await whenRight(user) : undefined;
      let isMailWaiting = false;
      const verdict = await work.write(async (repos): Promise<Verdict<T>> => {
        const before = await repos.attempts.lock(subject);
        refuseLocked(before, clock.now());
        if (act && user && (await repos.users.lockPassword(user.id, user.password_hash))) {
          await repos.attempts.delete(subject);
          return { outcome: 'right', user, result: await act(repos) };
        }
        if (user && !(await repos.users.find(user.id))) {
          await repos.attempts.deleteUntouched(subject);
          return { outcome: 'gone' };
        }
        isMailWaiting = await countFailure(repos, email, before, user);
        return { outcome: 'wrong' };
      });
      if (isMailWaiting) mails.wake();
      return verdict;
    },
  };
}
