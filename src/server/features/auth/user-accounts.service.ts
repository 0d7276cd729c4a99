import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import type { Credentials, UserRepos, UsersService } from '../users/users.service.ts';
import { loginSubject } from './attempts.rules.ts';
import type { Accounts } from './credentials.service.ts';

/** No user has this id. */
const NOBODY = 0;

interface Deps {
  users: Pick<UsersService, 'findCredentials'>;
  mails: Pick<MailsService, 'queue' | 'wake'>;
}

/** The users' passwords; who is locked out is told, once a lock. */
export const userAccounts = <R extends UserRepos & MailRepos>({ users, mails }: Deps): Accounts<R, Credentials> => ({
  subject: loginSubject,
  locked: 'api.loginUser.403',
  find: (email) => users.findCredentials(email),
  exists: async (repos, account) => (await repos.users.find(account?.id ?? NOBODY)) !== undefined,
  lock: (repos, { id, password_hash }) => repos.users.lockPassword(id, password_hash),
  updateHash: (repos, account, hash) => repos.users.updateHash(account.id, hash),
  onLocked: (repos, email, { language }) => mails.queue(repos, { kind: 'loginLocked', to: email, language }),
  afterLocked: mails.wake,
});
