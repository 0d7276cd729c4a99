import { ADMIN_SESSION_IDLE, ADMIN_SESSION_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller, Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { AUTO, type AuditService } from '../../infra/audit/audit.service.ts';
import { CLOCK_TOLERANCE, type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf } from '../../ports/tokens.ts';
import { adminSubject, adminSubjects } from '../auth/attempts.rules.ts';
import type { Accounts, CredentialsService, OnCorrectPassword } from '../auth/credentials.service.ts';
import type { GuessLimiter } from '../buckets/guess-limiter.service.ts';
import type { AdminRepos, AdminSessionsService } from './admin-sessions.service.ts';
import type { AdminRecipient, AdminRow } from './admins.repo.ts';
import { type SecondFactorService, wrongCode } from './second-factor.service.ts';

export type { AdminRecipient, AdminRepos };

/** What the browser of a login sends. */
export interface AdminDevice {
  visitor: Visitor;
  userAgent: string;
}

interface Deps {
  work: Work<AdminRepos>;
  credentials: CredentialsService<AdminRepos, AdminRow>;
  audit: AuditService;
  sessions: Pick<AdminSessionsService, 'open'>;
  secondFactor: Pick<SecondFactorService, 'factor'>;
  clock: Clock;
  onLogin: ((email: string) => void) | undefined;
}

interface LoginInput {
  email: string;
  password: string;
  code?: string | undefined;
}

export type AdminsService = ReturnType<typeof adminsService>;

/** Milliseconds between two updates of a session's last use. */
const TOUCH_EVERY = 60_000;

/** All administrators. */
export const listAdminRecipients = ({ admins }: Pick<AdminRepos, 'admins'>): Promise<AdminRecipient[]> => admins.listRecipients();

const UNKNOWN_ADDRESS = 'unknown';
const guardSubject = (email: string): string => adminSubjects(email).slice(0, -1);

/**
 * The administrators' passwords. Like the users', they are locked after wrong passwords, but per network address; `guessLimiter` limits wrong
 * passwords from all networks together (decision 28).
 */
export const adminAccounts = (work: Work<AdminRepos>, guessLimiter: GuessLimiter, audit: AuditService): Accounts<AdminRepos, AdminRow> => ({
  subject: (email, visitor) => adminSubject(email, visitor?.address ?? UNKNOWN_ADDRESS),
  guard: {
    wait: (repos, email, visitor) => guessLimiter.wait(repos, guardSubject(email), visitor),
    countWrong: (repos, email, visitor) => guessLimiter.countWrong(repos, guardSubject(email), visitor),
    countCorrect: (repos, email, visitor) => guessLimiter.countCorrect(repos, guardSubject(email), visitor),
  },
  locked: 'adminApi.403',
  find: (email) => work.repos.admins.find(email),
  exists: async ({ admins }, account) => (await admins.find(account?.email ?? '')) !== undefined,
  updateHash: ({ admins }, { id }, passwordHash) => admins.updatePassword(id, passwordHash),
  lock: ({ admins }, account) => admins.lockPassword(account),
  onLocked: (repos, email, { id }) => audit.write(repos, { actor: AUTO, action: 'admin.locked', subject: `admin ${id}`, after: { email } }),
});

export const adminsService = ({ work, credentials, audit, sessions, secondFactor, clock, onLogin }: Deps) => ({
  /**
   * Returns the token of a new session, and writes the login to the audit log. 401 for a wrong email or password, or if the code of
   * two-factor login is missing; 403 for a wrong code, or while locked.
   */
  async login({ email, password, code }: LoginInput, { visitor, userAgent }: AdminDevice): Promise<{ tokenAdmin: string }> {
    const openSession: OnCorrectPassword<AdminRepos, string, AdminRow> =
      async ({ id }) =>
      async (repos) => {
        const token = await sessions.open(repos, id, userAgent);
        await audit.write(repos, { actor: email, action: 'admin.login', subject: `admin ${id}` });
        return token;
      };
    const verdict = await credentials.verifyPassword(email, password, openSession, {
      visitor,
      second: secondFactor.factor(code),
    });
    if (verdict.outcome === 'secondMissing') throw new AppError('adminApi.codeRequired');
    if (verdict.outcome === 'secondWrong') throw wrongCode();
    if (verdict.outcome !== 'right') throw new AppError('adminApi.401');
    onLogin?.(email);
    return { tokenAdmin: verdict.result };
  },

  async logout({ session }: AdminCaller): Promise<void> {
    await work.repos.adminSessions.delete(session);
  },

  /**
   * Returns the administrator of a token; undefined for an unknown token, an hour after its last use or 12 hours after login, and for a
   * session that a wrong clock dated into the future, because it would last longer and count as a recent login.
   */
  async find(token: string): Promise<AdminCaller | undefined> {
    const now = clock.now();
    const session = hashOf(token);
    const row = await work.repos.adminSessions.find(session);
    if (!row || Date.parse(row.createdAt) > now + CLOCK_TOLERANCE || Date.parse(row.lastUsedAt) > now + CLOCK_TOLERANCE) return undefined;
    const idle = now - Date.parse(row.lastUsedAt);
    if (idle > ADMIN_SESSION_IDLE || now - Date.parse(row.createdAt) > ADMIN_SESSION_MAX) return undefined;
    if (idle > TOUCH_EVERY) await work.bestEffort((repos) => repos.adminSessions.updateLastUse(session, isoTime(now)));
    const { adminId, email, role, language, createdAt } = row;
    return { adminId, email, role, language, loginAt: Date.parse(createdAt), session };
  },
});
