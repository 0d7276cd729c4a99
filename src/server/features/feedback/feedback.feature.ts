import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import { feedbackRepo } from './feedback.repo.ts';
import { feedbackRoutes } from './feedback.routes.ts';
import { feedbackService } from './feedback.service.ts';

/** Messages of the contact form. */
export function feedbackFeature({ store, clock, contactEmail }: Deps, { mails }: SharedServices): Feature {
  const work = workOf(store, (db) => ({ feedback: feedbackRepo(db), mails: mailsRepo(db) }));
  return { routes: feedbackRoutes(feedbackService({ work, mails, clock, contactEmail })) };
}
