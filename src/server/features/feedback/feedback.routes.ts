import { sendFeedback } from '#contract/feedback.ts';
import { getMessage, listMessages, removeMessage, replyToMessage, updateMessage } from '#contract/messages.ts';
import { type Route, route } from '../../http/route.ts';
import type { FeedbackService } from './feedback.service.ts';
import type { MessagesService } from './messages.service.ts';

export const feedbackRoutes = (feedback: FeedbackService, messages: MessagesService): Route[] => [
  route(sendFeedback, async ({ caller, body, language }) => {
    await feedback.create(caller, body, language);
    return {};
  }),
  route(listMessages, ({ query }) => messages.list(query)),
  route(getMessage, async ({ params }) => ({ data: await messages.get(params.messageId) })),
  route(updateMessage, async ({ caller, params, body }) => ({ data: await messages.update(caller, params.messageId, body.status) })),
  route(removeMessage, async ({ caller, params }) => {
    await messages.remove(caller, params.messageId);
    return {};
  }),
  route(replyToMessage, async ({ caller, params, body, idempotencyKey }) => ({
    data: await messages.reply(caller, params.messageId, body, idempotencyKey),
  })),
];
