import type { Store } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { adminSessionsRepo } from '#server/features/admins/admin-sessions.repo.ts';
import { adminsRepo } from '#server/features/admins/admins.repo.ts';
import { type CreatedAdmin, firstAdminService } from '#server/features/admins/first-admin.service.ts';
import { twoFactorRepo } from '#server/features/admins/two-factor.repo.ts';
import { attemptsRepo } from '#server/features/auth/attempts.repo.ts';
import { bucketsRepo } from '#server/features/buckets/buckets.repo.ts';
import { auditRepo } from '#server/infra/audit/audit.repo.ts';
import { auditService } from '#server/infra/audit/audit.service.ts';
import { mailsRepo } from '#server/infra/mails/mails.repo.ts';
import { mailsService } from '#server/infra/mails/mails.service.ts';
import { systemClock } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';

interface Place {
  store: Store;
  /** The address in emails, which the server sends. */
  origin: string;
}

/** Creates an administrator, or resets the password, and two-factor login if asked to, of an existing one. */
export const makeAdministrator = ({ store, origin }: Place, email: string, resetsTwoFactor = false): Promise<CreatedAdmin> =>
  firstAdminService({
    work: workOf(store, (db) => ({
      admins: adminsRepo(db),
      adminSessions: adminSessionsRepo(db),
      attempts: attemptsRepo(db),
      audit: auditRepo(db),
      mails: mailsRepo(db),
      buckets: bucketsRepo(db),
      twoFactor: twoFactorRepo(db),
    })),
    audit: auditService({ clock: systemClock }),
    mails: mailsService({ clock: systemClock, tokens: cryptoTokens, origin: () => origin, wake: () => undefined }),
    passwords: argonPasswords(),
    clock: systemClock,
  }).createOrReset(email, resetsTwoFactor);
