import { listFailedMails, listWaitingMails, sendMailAgain } from '#contract/mails.ts';
import { type Route, route } from '../../http/route.ts';
import type { FailedMailsService } from './failed-mails.service.ts';

export const failedMailsRoutes = (mails: FailedMailsService): Route[] => [
  route(listFailedMails, ({ query }) => mails.list(query)),
  route(listWaitingMails, ({ query }) => mails.listWaiting(query)),
  route(sendMailAgain, async ({ params, caller }) => {
    await mails.sendAgain(params.mailId, caller);
    return {};
  }),
];
