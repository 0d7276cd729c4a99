import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { attemptsRepo } from '../auth/attempts.repo.ts';
import { ADMIN_VALVE } from '../auth/attempts.rules.ts';
import { credentialsService } from '../auth/credentials.service.ts';
import { ratesRepo } from '../rates/rates.repo.ts';
import { valveService } from '../rates/valve.service.ts';
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
  const work = workOf(store, (db) => ({ admins: adminsRepo(db), attempts: attemptsRepo(db), rates: ratesRepo(db) }));
  const valve = valveService({ rule: ADMIN_VALVE, clock, alarm });
  const credentials = credentialsService({ work, accounts: adminAccounts(work, valve), passwords, clock });
  const admins = adminsService({ work, credentials, clock, tokens });
  return { routes: adminsRoutes(admins), admins, firstAdmin: firstAdminService({ work, passwords, clock }) };
}
