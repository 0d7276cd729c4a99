import { feedbackBody } from '#tests/support/builders.ts';
import type { Scenarios } from './scenario.ts';

/** Its only error has several statuses, which feedback.test covers. */
export const feedbackScenarios: Record<string, Scenarios> = {
  sendFeedback: { good: (app) => app.request('POST', '/api/feedback/send', { body: feedbackBody() }), errors: {} },
};
