import { feedbackBody } from '#tests/support/builders.ts';
import type { Scenarios } from './scenario.ts';

/** Its one failure has many statuses: feedback.test has them. */
export const feedbackScenarios: Record<string, Scenarios> = {
  sendFeedback: { good: (app) => app.request('POST', '/api/feedback/send', { body: feedbackBody() }), errors: {} },
};
