import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';

export const MAIL_KINDS = [
  'code',
  'reset',
  'passwordChanged',
  'loginLocked',
  'accountDeleted',
  'orderMade',
  'paymentReceived',
  'orderDeleted',
  'paidOrderDeleted',
  'tariffActivated',
  'tariffEnds',
  'tariffEnded',
  'tariffStopped',
  'paymentChanged',
  'cardMismatch',
  'contact',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * Why an email was not delivered: the recipient's address or the message was rejected, the mail server was unavailable, or the content
 * expired before delivery.
 */
export const MAIL_FAILURES = ['recipient', 'message', 'server', 'expired'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** An email that is no longer retried. Times are ISO 8601 UTC. */
export const failedMail = z.object({
  id: z.number(),
  recipient: z.string(),
  kind: z.enum(MAIL_KINDS),
  created_at: z.string(),
  failed_at: z.string(),
  reason: z.enum(MAIL_FAILURES),
  tries: z.number(),
});
export type FailedMail = z.core.output<typeof failedMail>;

const { page, pageSize } = pageQuery;

export const listFailedMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails/failed',
  access: 'admin',
  summary: 'List emails that could not be delivered, the latest failure first. They are kept for 30 days after they were queued.',
  query: z.object({ page, pageSize }),
  answer: z.object({ data: z.array(failedMail), total: z.number() }),
  unexpectedError: 'mailsApi.500',
  errors: [],
});
