import { DAY } from '#contract/time.ts';
import type { Db, Store } from '../../db/store.ts';
import { workOf } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { auditRepo } from '../audit/audit.repo.ts';
import { auditService } from '../audit/audit.service.ts';
import { failedMailsRepo } from './failed-mails.repo.ts';
import { failedMailsService } from './failed-mails.service.ts';
import { mailsRepo } from './mails.repo.ts';
import { failedMailsRoutes } from './mails.routes.ts';

interface Services {
  store: Store;
  clock: Clock;
  /** Starts the delivery of waiting emails. */
  wake: () => void;
}

/** Emails that no longer wait for delivery. */
const MAILS_KEPT = 30 * DAY;

/** The lists of undelivered and waiting emails in the admin panel. */
export const failedMailsFeature = ({ store, clock, wake }: Services) => ({
  routes: failedMailsRoutes(
    failedMailsService({
      work: workOf(store, (db) => ({ audit: auditRepo(db), failedMails: failedMailsRepo(db) })),
      audit: auditService({ clock }),
      clock,
      wake,
    }),
  ),
  erase: (db: Db, { email }: { email: string }) => mailsRepo(db).deleteByRecipient(email),
  expire: async (db: Db, now: number) => [await mailsRepo(db).deleteExpired(isoTime(now - MAILS_KEPT))],
});
