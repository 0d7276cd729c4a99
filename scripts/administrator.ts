import type { Store } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { adminsRepo } from '#server/features/admins/admins.repo.ts';
import { type CreatedAdmin, firstAdminService } from '#server/features/admins/first-admin.service.ts';
import { attemptsRepo } from '#server/features/auth/attempts.repo.ts';
import { ratesRepo } from '#server/features/rates/rates.repo.ts';
import { auditRepo } from '#server/infra/audit/audit.repo.ts';
import { systemClock } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';

/** Creates an administrator, or resets the password of an existing one. */
export const makeAdministrator = (store: Store, email: string): Promise<CreatedAdmin> =>
  firstAdminService({
    work: workOf(store, (db) => ({ admins: adminsRepo(db), attempts: attemptsRepo(db), audit: auditRepo(db), rates: ratesRepo(db) })),
    passwords: argonPasswords(),
    clock: systemClock,
  }).createOrReset(email);
