import { DAY } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { isoTime } from '../../ports/clock.ts';
import { auditRepo } from '../audit/audit.repo.ts';
import { auditService } from '../audit/audit.service.ts';
import { failedMailsRepo } from './failed-mails.repo.ts';
import { failedMailsService } from './failed-mails.service.ts';
import { mailsRepo } from './mails.repo.ts';
import { failedMailsRoutes } from './mails.routes.ts';

/** Emails that no longer wait for delivery. */
const MAILS_KEPT = 30 * DAY;

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
  erase: (db, { email }) => mailsRepo(db).deleteByRecipient(email),
  expire: async (db, now) => [await mailsRepo(db).deleteExpired(isoTime(now - MAILS_KEPT))],
});
