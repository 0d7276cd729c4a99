import type { OwnAdmin } from '#contract/admin-account.ts';
import type { Language } from '#contract/languages.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller, Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { CredentialsService } from '../auth/credentials.service.ts';
import { assertNewPassword, type NewPassword } from '../auth/new-password.rules.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import { securityMail } from './admins.mails.ts';
import type { AdminRow } from './admins.repo.ts';
import type { TwoFactorService } from './two-factor.service.ts';

interface Deps {
  work: Work<AdminRepos>;
  credentials: CredentialsService<AdminRepos, AdminRow>;
  twoFactor: Pick<TwoFactorService, 'stateOf'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  passwords: Passwords;
  clock: Clock;
}

export type AdminAccountService = ReturnType<typeof adminAccountService>;

const WRONG_CURRENT = { field: 'passwordCurrent', code: 'api.changePassword.400' };

/** The account of the administrator who calls. */
export const adminAccountService = ({ work, credentials, twoFactor, audit, mails, passwords, clock }: Deps) => ({
  /** 401 if the administrator has been removed meanwhile. */
  async get({ adminId, email, role, language }: AdminCaller): Promise<OwnAdmin> {
    const row = await work.repos.admins.find(email);
    if (!row) throw new AppError('api.401');
    const { isOn, codesLeft } = await twoFactor.stateOf(adminId);
    return { email, role, language, has_two_factor: isOn, recovery_codes_left: codesLeft, is_from_settings: row.origin === 'settings' };
  },

  /** Of all emails to the administrator. */
  async changeLanguage({ adminId }: AdminCaller, language: Language): Promise<void> {
    await work.repos.admins.updateLanguage(adminId, language);
  },

  /**
   * Changes the password and ends the other sessions. 409 if the new passwords differ, 400 for a wrong current password, 403 while the
   * login is locked.
   */
  async changePassword(admin: AdminCaller, input: NewPassword & { passwordCurrent: string }, visitor: Visitor): Promise<void> {
    const { adminId, email, session } = admin;
    await assertNewPassword(input);
    const { outcome } = await credentials.verifyPassword(
      email,
      input.passwordCurrent,
      async () => {
        const hash = await passwords.hash(input.passwordNew);
        return async (repos) => {
          await repos.admins.updatePassword(adminId, hash);
          await repos.adminSessions.deleteOthers(adminId, session);
          await audit.write(repos, { actor: email, action: 'admin.password', subject: `admin ${adminId}` });
          await mails.queue(repos, securityMail(admin, { change: 'password', at: isoTime(clock.now()) }));
        };
      },
      { isLoggedIn: true, visitor },
    );
    if (outcome === 'deleted') throw new AppError('api.401');
    if (outcome === 'wrong') throw new AppError('api.changePassword.400', { fields: [WRONG_CURRENT] });
  },
});
