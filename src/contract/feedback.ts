import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, personName, text } from './fields.ts';
import { FEEDBACK_MAX, FEEDBACK_MIN, FEEDBACKS_PER_HOUR } from './limits.ts';

/** Contact form; the limits of the message are in docs/product.md, Limits. */
export const feedbackInput = z.object({
  firstName: personName,
  lastName: personName,
  email,
  userMessage: text(FEEDBACK_MAX).check(z.minLength(FEEDBACK_MIN, 'validation.message')),
});

/** Every failure returns one generic error code. A message from a logged-in user of the business tariff is marked as priority. */
export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback/send',
  access: 'public',
  optionalAuth: true,
  visitorLimit: FEEDBACKS_PER_HOUR,
  summary: 'Send a message from the contact form.',
  body: feedbackInput,
  answer: z.object({}),
  successCode: 'feedbackApi.send.success',
  unexpectedError: 'feedbackApi.send.error',
  masksErrorCodes: true,
  errors: [],
});
