import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { failedMailsRepo } from './failed-mails.repo.ts';
import { failedMailsService } from './failed-mails.service.ts';
import { failedMailsRoutes } from './mails.routes.ts';

/** The list of undelivered emails in the admin panel. */
export const failedMailsFeature = ({ store }: Deps): Feature => ({
  routes: failedMailsRoutes(failedMailsService({ work: workOf(store, failedMailsRepo) })),
});
