import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pageQuery } from './fields.ts';

export const MAIL_KINDS = [
  'code',
  'reset',
  'passwordChanged',
  'loginLocked',
  'accountDeleted',
  'accountRemoved',
  'accountLocked',
  'accountUnlocked',
  'loggedOut',
  'orderMade',
  'paymentReceived',
  'paymentUndone',
  'activationUndone',
  'orderDeleted',
  'paidOrderDeleted',
  'tariffActivated',
  'tariffEnds',
  'tariffEnded',
  'tariffStopped',
  'tariffShortened',
  'planDue',
  'paymentChanged',
  'cardMismatch',
  'newOrders',
  'adminCode',
  'adminInvited',
  'adminsChanged',
  'adminRemoved',
  'adminSecurity',
  'contact',
  'reply',
  'written',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * Why an email was not delivered: the recipient's address or the message was rejected, the mail server was unavailable, or the content
 * expired before delivery.
 */
export const MAIL_FAILURES = ['recipient', 'message', 'server', 'expired'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

const listed = {
  id: z.number(),
  recipient: z.string(),
  kind: z.enum(MAIL_KINDS),
  created_at: z.string(),
  tries: z.number(),
  /** Whether `sendMailAgain` has an effect. */
  can_send: z.boolean(),
};

/** An email that is no longer retried. Times are ISO 8601 UTC. */
export const failedMail = z.object({ ...listed, failed_at: z.string(), reason: z.enum(MAIL_FAILURES) });
export type FailedMail = z.core.output<typeof failedMail>;

/** An email that waits for its next attempt; `reason` is that of the last failed one. */
export const waitingMail = z.object({ ...listed, next_try_at: z.string(), reason: z.nullable(z.enum(MAIL_FAILURES)) });
export type WaitingMail = z.core.output<typeof waitingMail>;

const { page, pageSize } = pageQuery;

export const listFailedMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails/failed',
  access: 'admin',
  role: 'all',
  summary:
    'List emails that could not be delivered, the latest failure first. They are kept for 30 days after they were queued; replies to contact messages, as long as the message.',
  query: z.object({ page, pageSize }),
  answer: z.object({ data: z.array(failedMail), total: z.number() }),
  unexpectedError: 'mailsApi.500',
  errors: [],
});

export const listWaitingMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails/waiting',
  access: 'admin',
  role: 'all',
  summary: 'List emails that wait for delivery, the next attempt first.',
  query: z.object({ page, pageSize }),
  answer: z.object({ data: z.array(waitingMail), total: z.number() }),
  unexpectedError: 'mailsApi.500',
  errors: [],
});

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/admin/mails/{mailId}/send',
  access: 'admin',
  role: 'orders',
  summary:
    'Send an undelivered or waiting email now; changes nothing if it is already being sent. Emails with a code are rejected. The role `orders` may send only replies.',
  params: z.object({ mailId: id }),
  answer: z.object({}),
  successCode: 'mailsApi.send.success',
  unexpectedError: 'mailsApi.500',
  errors: ['mailsApi.404', 'mailsApi.409', 'adminApi.role'],
});
