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
  /** Takes what was deleted out of the database's files. */
  checkpoint: () => Promise<void>;
}

export type DeletionService = ReturnType<typeof deletionService>;

/** A farewell that cannot be delivered for so long (milliseconds) is given up, since its row is the last that holds the address. */
const FAREWELL_TTL = 7 * 24 * 3_600_000;

export const deletionService = ({ credentials, users, mails, clock, checkpoint }: Deps) => ({
  /**
   * Removes the caller with everything that is theirs, and says farewell by mail. 400 for a wrong password, 403 once five of them
   * locked the login, 404 when somebody else was first.
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
        const expiresAt = isoTime(clock.now() + FAREWELL_TTL);
        await mails.queue(repos, { kind: 'accountDeleted', to: email, language, expiresAt });
      },
      { isSignedIn: true },
    );
    if (outcome !== 'right') throw new AppError(outcome === 'gone' ? 'api.user.404' : 'api.deleteUser.400');
    await checkpoint();
    mails.wake();
  },
});
