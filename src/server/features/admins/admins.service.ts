import { ADMIN_SESSION_IDLE, ADMIN_SESSION_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller, Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { adminSubject, adminSubjects } from '../auth/attempts.rules.ts';
import type { Accounts, CredentialRepos, CredentialsService, WhenRight } from '../auth/credentials.service.ts';
import type { RateRepos, Valve } from '../rates/valve.service.ts';
import type { AdminRow, AdminsRepo } from './admins.repo.ts';

export interface AdminRepos extends CredentialRepos, RateRepos {
  admins: AdminsRepo;
}

interface Deps {
  work: Work<AdminRepos>;
  credentials: CredentialsService<AdminRepos, AdminRow>;
  clock: Clock;
  tokens: Tokens;
}

export type AdminsService = ReturnType<typeof adminsService>;

/** The last use is written down at most this often (milliseconds). */
const TOUCH_EVERY = 60_000;

/** The emails of all administrators. */
export const listAdminEmails = ({ admins }: Pick<AdminRepos, 'admins'>): Promise<string[]> => admins.listEmails();

const UNKNOWN_ADDRESS = 'unknown';
const guessed = (email: string): string => adminSubjects(email).slice(0, -1);

/** The administrators' passwords: locked like the users', but for each network address, and limited over all of them by a valve. */
export const adminAccounts = (work: Work<AdminRepos>, valve: Valve): Accounts<AdminRepos, AdminRow> => ({
  subject: (email, visitor) => adminSubject(email, visitor?.address ?? UNKNOWN_ADDRESS),
  guard: {
    wait: (repos, email, visitor) => valve.wait(repos, guessed(email), visitor),
    countWrong: (repos, email, visitor) => valve.countWrong(repos, guessed(email), visitor),
    countRight: (repos, email, visitor) => valve.countRight(repos, guessed(email), visitor),
  },
  locked: 'adminApi.403',
  find: (email) => work.repos.admins.find(email),
  exists: async ({ admins }, account) => (await admins.find(account?.email ?? '')) !== undefined,
  updateHash: ({ admins }, { email, made_by }, password_hash) => admins.updatePassword(email, { password_hash, made_by }),
  lock: ({ admins }, { id, password_hash }) => admins.lockPassword(id, password_hash),
});

export const adminsService = ({ work, credentials, clock, tokens }: Deps) => ({
  /** A token; 401 for a wrong email or password, 403 while locked (specification 8). */
  async login(email: string, password: string, visitor: Visitor): Promise<{ tokenAdmin: string }> {
    const start: WhenRight<AdminRepos, string, AdminRow> =
      async ({ id }) =>
      async ({ admins }) => {
        const token = tokens.newToken();
        await admins.insertSession(hashOf(token), id, isoTime(clock.now()));
        return token;
      };
    const verdict = await credentials.verifyPassword(email, password, start, { visitor });
    if (verdict.outcome !== 'right') throw new AppError('adminApi.401');
    return { tokenAdmin: verdict.result };
  },

  async logout({ session }: AdminCaller): Promise<void> {
    await work.repos.admins.deleteSession(session);
  },

  /** Who a token belongs to; none for an unknown one, or an hour after its last use, or 12 hours after login. */
  async find(token: string): Promise<AdminCaller | undefined> {
    const now = clock.now();
    const session = hashOf(token);
    const row = await work.repos.admins.findSession(session);
    if (!row) return undefined;
    const idle = now - Date.parse(row.lastUsedAt);
    if (idle > ADMIN_SESSION_IDLE || now - Date.parse(row.createdAt) > ADMIN_SESSION_MAX) return undefined;
    if (idle > TOUCH_EVERY) await work.bestEffort((repos) => repos.admins.updateLastUse(session, isoTime(now)));
    return { adminId: row.adminId, email: row.email, loginAt: Date.parse(row.createdAt), session };
  },
});
