import { listFailedMails } from '#contract/mails.ts';
import { type Route, route } from '../../http/route.ts';
import type { FailedMailsService } from './failed-mails.service.ts';

export const failedMailsRoutes = (failed: FailedMailsService): Route[] => [route(listFailedMails, ({ query }) => failed.list(query))];
