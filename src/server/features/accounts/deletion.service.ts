import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import { type AdminCaller, administered, type Caller } from '../../caller.ts';
import type { AfterCommit, Work } from '../../db/work.ts';
import type { ErasedAccount } from '../../feature.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { loginSubject } from '../auth/attempts.rules.ts';
import type { CredentialRepos, CredentialsService } from '../auth/credentials.service.ts';
import type { Credentials, UserRepos, UserRow, UsersService } from '../users/users.service.ts';
import { entryOf } from './user-actions.service.ts';

interface DeletionRepos extends MailRepos, UserRepos {
  /** Erases what the features keep of the account, with its row. */
  erase: (account: ErasedAccount, after: AfterCommit['after']) => Promise<void>;
}

interface Deps {
  work: Work<DeletionRepos & AuditRepos & CredentialRepos>;
  credentials: CredentialsService<DeletionRepos, Credentials>;
  users: Pick<UsersService, 'find'>;
  mails: Pick<MailsService, 'queue'>;
  audit: AuditService;
  clock: Clock;
  /** Removes deleted data from the database files. Best effort. */
  checkpoint: () => Promise<void>;
}

export type DeletionService = ReturnType<typeof deletionService>;

/** Milliseconds after which an undelivered goodbye email is dropped: its row is the last one that contains the address. */
const GOODBYE_TTL = 7 * 24 * 3_600_000;

type Goodbye = 'accountDeleted' | 'accountRemoved';

export function deletionService({ work, credentials, users, mails, audit, clock, checkpoint }: Deps) {
  /** Deletes the account with all its data and queues a goodbye email, in the caller's transaction. */
  async function remove(repos: DeletionRepos, userId: UserId, { email, language }: UserRow, kind: Goodbye): Promise<void> {
    await repos.erase({ userId, email }, repos.after);
    repos.after(checkpoint);
    await mails.queue(repos, { kind, to: email, language, expiresAt: isoTime(clock.now() + GOODBYE_TTL) });
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
    },

    /** Deletes a user's account for an administrator, who confirms it with the email. 400 for another email, 404 for an unknown user. */
    async deleteByAdmin(
      admin: AdminCaller,
      userId: number,
      { email: typedEmail, reason }: { email: string; reason: string },
    ): Promise<void> {
      const found = await users.find(userId);
      if (!found) throw new AppError('api.user.404');
      if (found.email !== typedEmail)
        throw new AppError('adminApi.users.email', { fields: [{ field: 'email', code: 'adminApi.users.email' }] });
      await work.inTransaction(async (repos) => {
        // Before the user, as everywhere, to avoid deadlocks.
        await repos.attempts.lock(loginSubject(found.email));
        const user = await repos.users.lock(userId);
        if (!user) throw new AppError('api.user.404');
        await remove(repos, administered(admin, user), user, 'accountRemoved');
        // After the deletion, which clears the reasons of earlier entries.
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.delete', reason });
      });
    },
  };
}
