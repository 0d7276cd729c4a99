import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { attemptsRepo } from '../auth/attempts.repo.ts';
import { ADMIN_GUESS_LIMIT } from '../auth/attempts.rules.ts';
import { credentialsService } from '../auth/credentials.service.ts';
import { guessLimiter } from '../rates/guess-limiter.service.ts';
import { ratesRepo } from '../rates/rates.repo.ts';
import { adminsRepo } from './admins.repo.ts';
import { adminsRoutes } from './admins.routes.ts';
import { type AdminsService, adminAccounts, adminsService } from './admins.service.ts';
import { type FirstAdminService, firstAdminService } from './first-admin.service.ts';

export interface AdminsFeature extends Feature {
  admins: AdminsService;
  firstAdmin: FirstAdminService;
}

/** Administrators and their login. */
export function adminsFeature({ store, clock, tokens, passwords }: Deps, { alarm }: SharedServices): AdminsFeature {
  const work = workOf(store, (db) => ({
    admins: adminsRepo(db),
    attempts: attemptsRepo(db),
    audit: auditRepo(db),
    rates: ratesRepo(db),
  }));
  const limiter = guessLimiter({ rule: ADMIN_GUESS_LIMIT, clock, alarm });
  const credentials = credentialsService({ work, accounts: adminAccounts(work, limiter), passwords, clock });
  const admins = adminsService({ work, credentials, audit: auditService({ clock }), clock, tokens });
  return { routes: adminsRoutes(admins), admins, firstAdmin: firstAdminService({ work, passwords, clock }) };
}
