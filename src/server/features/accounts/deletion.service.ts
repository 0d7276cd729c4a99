import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import { type AdminCaller, administered, type Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { codeSubject, loginSubject } from '../auth/attempts.rules.ts';
import type { CredentialRepos, CredentialsService } from '../auth/credentials.service.ts';
import type { CheckoutsService } from '../cards/checkouts.service.ts';
import type { Credentials, UserRepos, UserRow, UsersService } from '../users/users.service.ts';
import type { AccountsRepo } from './accounts.repo.ts';
import { entryOf } from './user-actions.service.ts';

interface DeletionRepos extends MailRepos {
  accounts: AccountsRepo;
}

interface Deps {
  work: Work<DeletionRepos & AuditRepos & UserRepos & CredentialRepos>;
  credentials: CredentialsService<DeletionRepos, Credentials>;
  users: Pick<UsersService, 'find'>;
  mails: Pick<MailsService, 'queue' | 'wake'>;
  checkouts: Pick<CheckoutsService, 'closeAll'>;
  audit: AuditService;
  clock: Clock;
  /** Removes deleted data from the database files. Best effort. */
  checkpoint: () => Promise<void>;
}

export type DeletionService = ReturnType<typeof deletionService>;

/** Milliseconds after which an undelivered goodbye email is dropped: its row is the last one that contains the address. */
const GOODBYE_TTL = 7 * 24 * 3_600_000;

type Goodbye = 'accountDeleted' | 'accountRemoved';

export function deletionService({ work, credentials, users, mails, checkouts, audit, clock, checkpoint }: Deps) {
  /** Deletes the account with all its data and queues a goodbye email, in the caller's transaction. Returns the codes of deleted orders. */
  async function remove(repos: DeletionRepos, userId: UserId, { email, language }: UserRow, kind: Goodbye): Promise<string[]> {
    const codes = await repos.accounts.delete(userId, email, [loginSubject(email), codeSubject(email)]);
    const expiresAt = isoTime(clock.now() + GOODBYE_TTL);
    await mails.queue(repos, { kind, to: email, language, expiresAt });
    return codes;
  }

  async function finish(codes: readonly string[]): Promise<void> {
    await checkpoint();
    mails.wake();
    for (const code of codes) await checkouts.closeAll(code);
  }

  return {
    /** Deletes the caller's account. 400 for a wrong password, 403 while the login is locked after five wrong passwords, 404 if the account is already deleted. */
    async delete({ userId }: Caller, password: string): Promise<void> {
      const user = await users.find(userId);
      if (!user) throw new AppError('api.user.404');
      const verified = await credentials.verifyPassword(
        user.email,
        password,
        async () => (repos) => remove(repos, userId, user, 'accountDeleted'),
        { isLoggedIn: true },
      );
      if (verified.outcome !== 'right') throw new AppError(verified.outcome === 'deleted' ? 'api.user.404' : 'api.deleteUser.400');
      await finish(verified.result);
    },

    /** Deletes a user's account for an administrator, who confirms it with the email. 400 for another email, 404 for an unknown user. */
    async deleteByAdmin(admin: AdminCaller, userId: number, typedEmail: string): Promise<void> {
      const found = await users.find(userId);
      if (!found) throw new AppError('api.user.404');
      if (found.email !== typedEmail)
        throw new AppError('adminApi.users.email', { fields: [{ field: 'email', code: 'adminApi.users.email' }] });
      const codes = await work.inTransaction(async (repos) => {
        // Before the user, as everywhere, to avoid deadlocks.
        await repos.attempts.lock(loginSubject(found.email));
        const user = await repos.users.lock(userId);
        if (!user) throw new AppError('api.user.404');
        const deleted = await remove(repos, administered(admin, user), user, 'accountRemoved');
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.delete' });
        return deleted;
      });
      await finish(codes);
    },
  };
}
