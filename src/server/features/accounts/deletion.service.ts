import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { codeSubject, loginSubject } from '../auth/attempts.rules.ts';
import type { CredentialsService } from '../auth/credentials.service.ts';
import type { Credentials, UsersService } from '../users/users.service.ts';
import type { AccountsRepo } from './accounts.repo.ts';

interface DeletionRepos extends MailRepos {
  accounts: AccountsRepo;
}

interface Deps {
  credentials: CredentialsService<DeletionRepos, Credentials>;
  users: Pick<UsersService, 'find'>;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  clock: Clock;
  /** Removes deleted data from the database files. Best effort. */
  checkpoint: () => Promise<void>;
}

export type DeletionService = ReturnType<typeof deletionService>;

/** Milliseconds after which an undelivered goodbye email is dropped: its row is the last one that contains the address. */
const GOODBYE_TTL = 7 * 24 * 3_600_000;

export const deletionService = ({ credentials, users, mails, clock, checkpoint }: Deps) => ({
  /**
   * Deletes the caller's account with all its data and queues a goodbye email. 400 for a wrong password, 403 while the login is locked
   * after five wrong passwords, 404 if the account is already deleted.
   */
  async delete({ userId }: Caller, password: string): Promise<void> {
    const user = await users.find(userId);
    if (!user) throw new AppError('api.user.404');
    const { email, language } = user;
    const { outcome } = await credentials.verifyPassword(
      email,
      password,
      async () => async (repos) => {
        await repos.accounts.delete(userId, email, [loginSubject(email), codeSubject(email)]);
        const expiresAt = isoTime(clock.now() + GOODBYE_TTL);
        await mails.queue(repos, { kind: 'accountDeleted', to: email, language, expiresAt });
      },
      { isSignedIn: true },
    );
    if (outcome !== 'right') throw new AppError(outcome === 'deleted' ? 'api.user.404' : 'api.deleteUser.400');
    await checkpoint();
    mails.wake();
  },
});
