import type { Session } from '#contract/accounts.ts';
import { ADMIN_SESSION_IDLE, ADMIN_SESSION_MAX, SESSIONS_PER_USER } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { CredentialRepos } from '../auth/credentials.service.ts';
import type { SentCodeRepos } from '../auth/sent-codes.service.ts';
import { listedSession, storedAgent } from '../auth/sessions.service.ts';
import type { AdminSessionsRepo } from './admin-sessions.repo.ts';
import type { AdminsRepo } from './admins.repo.ts';
import type { InvitationsRepo } from './invitations.repo.ts';
import type { TwoFactorRepo } from './two-factor.repo.ts';

/** The repositories of administrators, and the others that their transactions use. */
export interface AdminRepos extends CredentialRepos, SentCodeRepos, AuditRepos {
  admins: AdminsRepo;
  adminSessions: AdminSessionsRepo;
  twoFactor: TwoFactorRepo;
  invitations: InvitationsRepo;
}

type SessionRepos = Pick<AdminRepos, 'admins' | 'adminSessions'>;
type ListedSessionRepos = Pick<AdminRepos, 'adminSessions' | 'audit'>;

interface Deps {
  work: Work<ListedSessionRepos>;
  audit: AuditService;
  clock: Clock;
  tokens: Tokens;
}

/** Whoever has stolen a session can end those of its owner, who then finds this in the audit log. */
const endedSessions = ({ adminId, email }: AdminCaller) =>
  ({ actor: email, action: 'admin.sessions', subject: `admin ${adminId}` }) as const;

export type AdminSessionsService = ReturnType<typeof adminSessionsService>;

/** The sessions of administrators. */
export const adminSessionsService = ({ work, audit, clock, tokens }: Deps) => ({
  /** Opens a session in the caller's transaction and returns its token, of which only the hash is stored; ends the oldest over the limit. */
  async open({ admins, adminSessions }: SessionRepos, adminId: number, userAgent: string): Promise<string> {
    const token = tokens.newToken();
    const at = isoTime(clock.now());
    const tokenHash = hashOf(token);
    await adminSessions.insert({ id: tokens.newId(), tokenHash, adminId, userAgent: storedAgent(userAgent), at });
    await adminSessions.deleteOldest(adminId, tokenHash, SESSIONS_PER_USER - 1);
    await admins.updateLastLogin(adminId, at);
    return token;
  },

  /** The caller's sessions, most recently used first. */
  async list({ adminId, session }: AdminCaller): Promise<Session[]> {
    const now = clock.now();
    const rows = await work.repos.adminSessions.listByAdmin(adminId, isoTime(now - ADMIN_SESSION_MAX), isoTime(now - ADMIN_SESSION_IDLE));
    return rows.map((row) => listedSession(row, session));
  },

  /** Ends a session of the caller; 404 for an unknown one or one of another administrator. */
  async remove(caller: AdminCaller, id: string): Promise<void> {
    await work.inTransaction(async (repos) => {
      if (!(await repos.adminSessions.deleteById(caller.adminId, id))) throw new AppError('api.sessions.404');
      await audit.write(repos, endedSessions(caller));
    });
  },

  /** Ends all sessions of the caller except the current one. */
  async removeOthers(caller: AdminCaller): Promise<void> {
    await work.inTransaction(async (repos) => {
      await repos.adminSessions.deleteOthers(caller.adminId, caller.session);
      await audit.write(repos, endedSessions(caller));
    });
  },
});
