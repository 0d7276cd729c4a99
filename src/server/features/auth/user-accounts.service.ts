import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import type { Credentials, UserRepos, UsersService } from '../users/users.service.ts';
import { loginSubject } from './attempts.rules.ts';
import type { Accounts, CredentialRepos } from './credentials.service.ts';

/** No user has this id. */
const UNUSED_ID = 0;

interface Deps {
  users: Pick<UsersService, 'findCredentials'>;
  mails: Pick<MailsService, 'queue'>;
}

/** Access to the users' passwords. A locked user gets one email per lock. */
export const userAccounts = <R extends UserRepos & MailRepos>({ users, mails }: Deps): Accounts<R, Credentials> => ({
  subject: loginSubject,
  locked: 'api.loginUser.403',
  find: (email) => users.findCredentials(email),
  exists: async (repos, account) => (await repos.users.find(account?.id ?? UNUSED_ID)) !== undefined,
  lock: (repos, { id, password_hash }) => repos.users.lockPassword(id, password_hash),
  updateHash: (repos, account, hash) => repos.users.updateHash(account.id, hash),
  onLocked: (repos, email, { language }) => mails.queue(repos, { kind: 'loginLocked', to: email, language }),
});

/**
 * Removes the lock of a user's login and the count of wrong passwords, unless `check` returns an error. Runs in the caller's transaction.
 * The count is locked before the rows that `check` locks, in the same order as in an account deletion, to avoid deadlocks.
 */
export async function removeLoginLock<E>(
  { attempts }: CredentialRepos,
  email: string,
  check: () => Promise<E | undefined>,
): Promise<E | undefined> {
  const subject = loginSubject(email);
  await attempts.lock(subject);
  const error = await check();
  if (error) await attempts.deleteUntouched(subject);
  else await attempts.delete(subject);
  return error;
}
