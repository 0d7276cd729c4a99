import { startAdminEmail } from '#contract/admin-account.ts';
import { ADMIN_CODES_PER_HOUR } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller, Visitor } from '../../caller.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { adminSubjects } from '../auth/attempts.rules.ts';
import type { CredentialsService } from '../auth/credentials.service.ts';
import type { SentCodesService } from '../auth/sent-codes.service.ts';
import type { VisitorLimitsService } from '../buckets/visitor-limits.service.ts';
import { announceChange, withdrawInvitationMails } from './admin-list.service.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import { securityMail } from './admins.mails.ts';
import type { AdminRow } from './admins.repo.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import { DEFAULT_EMAIL } from './settings-admin.service.ts';
import { assertRight } from './two-factor.service.ts';

interface Deps {
  work: Work<AdminRepos>;
  credentials: CredentialsService<AdminRepos, AdminRow>;
  secondFactor: Pick<SecondFactorService, 'factor'>;
  sentCodes: SentCodesService;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'withdraw'>;
  limits: Pick<VisitorLimitsService, 'countAdmin'>;
  clock: Clock;
}

const purpose = 'admin';
const TAKEN = { field: 'email', code: 'adminApi.invite.409' };

/** What ADMIN_EMAIL has to mean after a change of the email, so that the next start finds the account instead of creating another one. */
function settingsEmailOf({ email, origin, settings_email, settings_hash }: AdminRow, next: string): string | null {
  const isOfSettings = origin === 'settings' || origin === 'start' || settings_hash !== null;
  const named = settings_email ?? (isOfSettings ? email : null);
  return named === next ? null : named;
}

export type AdminEmailService = ReturnType<typeof adminEmailService>;

/** A new email of the administrator who calls: confirmed with the password, and with a code that is sent to it. */
export const adminEmailService = ({ work, credentials, secondFactor, sentCodes, audit, mails, limits, clock }: Deps) => ({
  /**
   * Emails a code to the new address. 400 for a wrong password or code of two-factor login, 403 while the login or the codes of the
   * address are locked, 409 if an administrator has it, 429 for more than 5 codes per hour to the address or 10 attempts of the
   * administrator.
   */
  async start(
    admin: AdminCaller,
    { email, password, code }: { email: string; password: string; code?: string | undefined },
    visitor: Visitor,
  ): Promise<void> {
    await limits.countAdmin(startAdminEmail.path, admin.adminId, ADMIN_CODES_PER_HOUR);
    const send = async (repos: AdminRepos): Promise<void> => {
      if (await repos.admins.find(email)) throw new AppError('adminApi.invite.409', { fields: [TAKEN] });
      await sentCodes.send(repos, { purpose, email, owner: admin.adminId }, admin.language, async () => ({ isMailed: true }));
    };
    const options = { isLoggedIn: true, visitor, second: secondFactor.factor(code) };
    assertRight(await credentials.verifyPassword(admin.email, password, async () => send, options));
  },

  /**
   * Changes the email and ends the other sessions; the former address and the other administrators get an email. 403 for a wrong or
   * expired code (the fifth wrong one locks the address for 20 minutes), 409 if another administrator has got the address meanwhile.
   */
  async confirm(admin: AdminCaller, { email, code }: { email: string; code: string }, visitor: Visitor): Promise<void> {
    const { adminId, session } = admin;

    async function change(repos: AdminRepos, row: AdminRow): Promise<void> {
      await sentCodes.use(repos, email, purpose);
      // Before the change, so that the administrator is none of the others.
      await announceChange(mails, clock)(repos, {
        change: 'email',
        of: { email: row.email, role: row.role },
        newEmail: email,
        by: row.email,
      });
      try {
        await repos.admins.updateEmail(adminId, email, settingsEmailOf(row, email));
      } catch (error) {
        throw isUniqueViolation(error) ? new AppError('adminApi.invite.409') : error;
      }
      await repos.adminSessions.deleteOthers(adminId, session);
      await repos.attempts.deleteByPrefix(adminSubjects(row.email));
      await repos.buckets.deleteByPrefix(adminSubjects(row.email));
      await repos.invitations.deleteByEmail(email);
      await withdrawInvitationMails(mails, repos, [email]);
      const states = { before: { email: row.email }, after: { email } };
      await audit.write(repos, { actor: row.email, action: 'admin.email', subject: `admin ${adminId}`, ...states });
      if (row.email !== DEFAULT_EMAIL)
        await mails.queue(repos, securityMail(row, { change: 'email', at: isoTime(clock.now()), newEmail: email }));
    }

    const error = await work.inTransaction(async (repos) => {
      const row = await repos.admins.lock(adminId);
      if (!row) throw new AppError('api.401');
      const found = await sentCodes.check(repos, { purpose, owner: adminId, email, code, visitor });
      if (!found) await change(repos, row);
      return found;
    });
    if (error) throw error;
  },
});
