import { ADMIN_SESSION_IDLE } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { attemptsRepo } from '../auth/attempts.repo.ts';
import { ADMIN_GUESS_LIMIT, CODE_GUESS_LIMIT } from '../auth/attempts.rules.ts';
import { codesRepo } from '../auth/codes.repo.ts';
import { credentialsService } from '../auth/credentials.service.ts';
import { sentCodesService } from '../auth/sent-codes.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import type { Alarm } from '../buckets/guess-limiter.service.ts';
import { guessLimiter } from '../buckets/guess-limiter.service.ts';
import { visitorLimitsService } from '../buckets/visitor-limits.service.ts';
import { adminAccountService } from './admin-account.service.ts';
import { adminEmailService } from './admin-email.service.ts';
import { adminListService } from './admin-list.service.ts';
import { adminSessionsRepo } from './admin-sessions.repo.ts';
import { adminSessionsService } from './admin-sessions.service.ts';
import { adminsRepo } from './admins.repo.ts';
import { adminsRoutes } from './admins.routes.ts';
import { type AdminsService, adminAccounts, adminsService } from './admins.service.ts';
import { type FirstAdminService, firstAdminService } from './first-admin.service.ts';
import { invitationsRepo } from './invitations.repo.ts';
import { invitationsService } from './invitations.service.ts';
import { secondFactorService } from './second-factor.service.ts';
import { twoFactorRepo } from './two-factor.repo.ts';
import { twoFactorService } from './two-factor.service.ts';

export interface AdminsFeature extends Feature {
  admins: AdminsService;
  firstAdmin: FirstAdminService;
}

/** After their expiry. */
const INVITATIONS_KEPT = 30 * DAY;

/** Administrators: their login, their own account, and invitations and roles. */
export function adminsFeature(
  { store, clock, tokens, passwords, origin, onAdminLogin }: Deps,
  { alarm, mails }: { alarm: Alarm; mails: MailsService },
): AdminsFeature {
  const work = workOf(store, (db) => ({
    admins: adminsRepo(db),
    codes: codesRepo(db),
    adminSessions: adminSessionsRepo(db),
    attempts: attemptsRepo(db),
    audit: auditRepo(db),
    invitations: invitationsRepo(db),
    mails: mailsRepo(db),
    buckets: bucketsRepo(db),
    twoFactor: twoFactorRepo(db),
  }));
  const audit = auditService({ clock });
  const limiter = guessLimiter({ rule: ADMIN_GUESS_LIMIT, clock, alarm });
  const credentials = credentialsService({ work, accounts: adminAccounts(work, limiter, audit), passwords, clock });
  const shared = { work, audit, mails, clock };
  const sessions = adminSessionsService({ work, audit, clock, tokens });
  const secondFactor = secondFactorService({ mails, clock });
  const twoFactor = twoFactorService({ ...shared, credentials, secondFactor, tokens });
  const admins = adminsService({ ...shared, credentials, sessions, secondFactor, onLogin: onAdminLogin });
  const codeLimiter = guessLimiter({ rule: CODE_GUESS_LIMIT, clock, alarm });
  const sentCodes = sentCodesService({ mails, guessLimiter: codeLimiter, clock, tokens });
  const routes = adminsRoutes({
    admins,
    sessions,
    twoFactor,
    account: adminAccountService({ ...shared, credentials, twoFactor, passwords }),
    adminEmail: adminEmailService({ ...shared, credentials, secondFactor, sentCodes, limits: visitorLimitsService({ work, clock }) }),
    adminList: adminListService(shared),
    invitations: invitationsService({ ...shared, sessions, passwords, tokens, origin }),
  });
  return {
    routes,
    admins,
    firstAdmin: firstAdminService({ ...shared, passwords }),
    expire: async (db, now) => [
      await adminSessionsRepo(db).deleteExpired(isoTime(now - ADMIN_SESSION_IDLE)),
      await invitationsRepo(db).deleteExpired(isoTime(now - INVITATIONS_KEPT)),
    ],
  };
}
