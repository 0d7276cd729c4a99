import { MESSAGE_RETENTION } from '#contract/page-content.ts';
import { DAY } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { visitorLimitsService } from '../buckets/visitor-limits.service.ts';
import { feedbackRepo } from './feedback.repo.ts';
import { feedbackRoutes } from './feedback.routes.ts';
import { feedbackService } from './feedback.service.ts';
import { messageListRepo } from './message-list.repo.ts';
import { messageWordsRepo } from './message-words.repo.ts';
import { messagesRepo } from './messages.repo.ts';
import { messagesService } from './messages.service.ts';

/** Messages of the contact form, and their list in the admin panel. */
export function feedbackFeature(
  { store, clock, contactEmail, hasSmtp, messageRetention }: Deps,
  { mails }: { mails: MailsService },
): Feature {
  const work = workOf(store, (db) => ({
    ...{ feedback: feedbackRepo(db), words: messageWordsRepo(db), messages: messagesRepo(db), messageList: messageListRepo(db) },
    ...{ mails: mailsRepo(db), audit: auditRepo(db) },
  }));
  const limits = visitorLimitsService({ work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })), clock });
  const feedback = feedbackService({ work, mails, limits, clock, contactEmail });
  const messages = messagesService({ work, mails, clock, contactEmail, hasSmtp, audit: auditService({ clock }) });
  return {
    routes: feedbackRoutes(feedback, messages),
    findContent: async () => (messageRetention / DAY === MESSAGE_RETENTION ? {} : { messageRetention: messageRetention / DAY }),
    erase: (db, { email }) => messagesRepo(db).deleteByEmail(email),
    expire: async (db, now) => (messageRetention > 0 ? [await messagesRepo(db).deleteExpired(isoTime(now - messageRetention))] : []),
  };
}
