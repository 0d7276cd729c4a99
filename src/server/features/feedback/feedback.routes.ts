import { sendFeedback } from '#contract/feedback.ts';
import { type Route, route } from '../../http/route.ts';
import type { FeedbackService } from './feedback.service.ts';

export const feedbackRoutes = (feedback: FeedbackService): Route[] => [
  route(sendFeedback, async ({ caller, body, language }) => {
    await feedback.create(caller, body, language);
    return {};
  }),
];
