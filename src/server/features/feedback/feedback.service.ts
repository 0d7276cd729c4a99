import type { Body } from '#contract/endpoint.ts';
import { sendFeedback } from '#contract/feedback.ts';
import type { Language } from '#contract/languages.ts';
import { BUSINESS_FEEDBACKS_PER_HOUR, FEEDBACKS_PER_HOUR } from '#contract/limits.ts';
import { tariffAllows } from '#contract/tariff-rights.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { VisitorLimitsService } from '../buckets/visitor-limits.service.ts';
import type { FeedbackRepo } from './feedback.repo.ts';
import type { MessageWordsRepo } from './message-words.repo.ts';
import { wordsOf } from './message-words.rules.ts';

interface FeedbackRepos extends MailRepos {
  feedback: FeedbackRepo;
  words: MessageWordsRepo;
}

interface Deps {
  work: Work<FeedbackRepos>;
  mails: Pick<MailsService, 'queueContact'>;
  limits: Pick<VisitorLimitsService, 'countUser'>;
  clock: Clock;
  /** Address that gets an email for each message; undefined sends none. */
  contactEmail: string | undefined;
}

export type FeedbackService = ReturnType<typeof feedbackService>;

export const feedbackService = ({ work, mails, limits, clock, contactEmail }: Deps) => ({
  /**
   * Stores a message and queues an email with it. It has priority if the caller's tariff is business; the typed email address does not
   * matter. 429 above the limit of a user per hour; that of visitors belongs to the endpoint. 401 if the caller's account is deleted in the
   * meantime.
   */
  async create(caller: Caller | undefined, message: Body<typeof sendFeedback>, language: Language): Promise<void> {
    const { firstName, lastName, email, userMessage } = message;
    const isPriority = tariffAllows(caller?.tariff, 'priority');
    if (caller) await limits.countUser(sendFeedback.path, caller.userId, isPriority ? BUSINESS_FEEDBACKS_PER_HOUR : FEEDBACKS_PER_HOUR);
    await work
      .inTransaction(async (repos) => {
        const created_at = isoTime(clock.now());
        const texts = { first_name: firstName, last_name: lastName, email, text: userMessage };
        const feedbackId = await repos.feedback.insert({
          ...texts,
          user_id: caller?.userId ?? null,
          language,
          is_priority: isPriority ? 1 : 0,
          created_at,
        });
        await repos.words.insert(feedbackId, wordsOf(texts));
        if (contactEmail === undefined) return;
        const content = { name: `${firstName} ${lastName}`, email, text: userMessage, isPriority };
        await mails.queueContact(repos, { to: contactEmail, language, feedback: { id: feedbackId, created_at }, ...content });
      })
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? new AppError('api.401') : error;
      });
  },
});
