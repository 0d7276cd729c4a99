import type { Language } from '#contract/languages.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { CodeRepos, CodesService } from '../auth/codes.service.ts';
import type { CredentialsService } from '../auth/credentials.service.ts';
import { assertNewPassword, type NewPassword } from '../auth/new-password.rules.ts';
import type { SessionRepos, SessionsService } from '../auth/sessions.service.ts';
import { removeLoginLock } from '../auth/user-accounts.service.ts';
import type { Credentials, UsersService } from '../users/users.service.ts';

interface PasswordRepos extends CodeRepos, SessionRepos {}

interface Deps {
  work: Work<PasswordRepos>;
  credentials: CredentialsService<PasswordRepos, Credentials>;
  codes: Pick<CodesService, 'countRequest' | 'send' | 'errorForReset' | 'use'>;
  sessions: Pick<SessionsService, 'removeOthers' | 'removeAll'>;
  users: Pick<UsersService, 'find'>;
  mails: Pick<MailsService, 'queue'>;
  passwords: Passwords;
}

interface ResetInput extends NewPassword {
  email: string;
  confirmationCode: string;
  visitor: Visitor;
}

export type PasswordService = ReturnType<typeof passwordService>;

export function passwordService({ work, credentials, codes, sessions, users, mails, passwords }: Deps) {
  /** Stores the hash and queues the notification email; returns the user id, or undefined for an unknown email. */
  async function replace(repos: PasswordRepos, email: string, hash: string): Promise<number | undefined> {
    const user = await repos.users.updatePassword(email, hash);
    if (user) await mails.queue(repos, { kind: 'passwordChanged', to: email, language: user.language });
    return user?.id;
  }

  return {
    /**
     * Changes the caller's password and ends their other sessions. 409 if the new passwords differ, 400 for a wrong current password,
     * 403 while the login is locked after five wrong passwords.
     */
    async change(caller: Caller, input: NewPassword & { passwordCurrent: string }): Promise<void> {
      await assertNewPassword(input);
      const user = await users.find(caller.userId);
      if (!user) throw new AppError('api.user.404');
      const { outcome } = await credentials.verifyPassword(
        user.email,
        input.passwordCurrent,
        async () => {
          const hash = await passwords.hash(input.passwordNew);
          return async (repos) => {
            await replace(repos, user.email, hash);
            await sessions.removeOthers(caller, repos);
          };
        },
        { isLoggedIn: true },
      );
      if (outcome === 'deleted') throw new AppError('api.user.404');
      if (outcome === 'wrong') throw new AppError('api.changePassword.400', { fields: [WRONG_CURRENT] });
    },

    /**
     * Emails a reset code to a registered address. An unknown address gets the same response at the same cost, including one password
     * comparison.
     */
    async forgot(email: string, language: Language, visitor: Visitor): Promise<void> {
      await codes.countRequest('reset', visitor);
      await passwords.verify(undefined, email);
      await codes.send(email, 'reset', language);
    },

    /**
     * Sets a new password with an emailed code, ends all sessions and removes the login lock: access to the mailbox identifies the
     * owner. The code is checked before the expensive hashing and again in the transaction of the change, because hashing runs outside
     * transactions.
     */
    async reset({ email, confirmationCode: code, visitor, ...input }: ResetInput): Promise<void> {
      await assertNewPassword(input);
      const earlyError = await work.inTransaction((repos) => codes.errorForReset(repos, { email, code, visitor }));
      if (earlyError) throw earlyError;
      const hash = await passwords.hash(input.passwordNew);
      const error = await work.inTransaction(async (repos) => {
        const found = await removeLoginLock(repos, email, () => codes.errorForReset(repos, { email, code, visitor }));
        if (found) return found;
        await codes.use(repos, email, 'reset');
        const userId = await replace(repos, email, hash);
        if (userId !== undefined) await sessions.removeAll(repos, userId);
        return undefined;
      });
      if (error) throw error;
    },
  };
}

const WRONG_CURRENT = { field: 'passwordCurrent', code: 'api.changePassword.400' };
