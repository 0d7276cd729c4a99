import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { failedMailsRepo } from './mails.failed.repo.ts';
import { failedMailsService } from './mails.failed.service.ts';
import { failedMailsRoutes } from './mails.routes.ts';

/** The list of undelivered emails in the admin panel. */
export const failedMailsFeature = ({ store }: Deps): Feature => ({
  routes: failedMailsRoutes(failedMailsService({ work: workOf(store, failedMailsRepo) })),
});
