import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, personName, text } from './fields.ts';
import { FEEDBACK_MAX, FEEDBACK_MIN, FEEDBACKS_PER_HOUR } from './limits.ts';

/** Specification 5: names of letters, an address, and at least 15 characters. */
export const feedbackInput = z.object({
  firstName: personName,
  lastName: personName,
  email,
  userMessage: text(FEEDBACK_MAX).check(z.minLength(FEEDBACK_MIN, 'validation.message')),
});

/** Specification 8: any failure shows one generic message. A signed-in business user's message is marked as priority. */
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
