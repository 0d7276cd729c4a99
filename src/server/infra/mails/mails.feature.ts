import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { auditRepo } from '../audit/audit.repo.ts';
import { auditService } from '../audit/audit.service.ts';
import { failedMailsRepo } from './failed-mails.repo.ts';
import { failedMailsService } from './failed-mails.service.ts';
import { failedMailsRoutes } from './mails.routes.ts';

/** The lists of undelivered and waiting emails in the admin panel; `wake` starts the delivery. */
export const failedMailsFeature = ({ store, clock }: Deps, wake: () => void): Feature => ({
  routes: failedMailsRoutes(
    failedMailsService({
      work: workOf(store, (db) => ({ audit: auditRepo(db), failedMails: failedMailsRepo(db) })),
      audit: auditService({ clock }),
      clock,
      wake,
    }),
  ),
});
