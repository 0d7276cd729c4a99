import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pageQuery, text } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { REPLY_MAX } from './limits.ts';
import { MAIL_FAILURES } from './mails.ts';

export const MESSAGE_STATUSES = ['waiting', 'answered'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Values of the filter of the list. */
export const MESSAGE_FILTERS = [...MESSAGE_STATUSES, 'all'] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];

const head = {
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** True if the sender had the business tariff. */
  is_priority: z.boolean(),
  status: z.enum(MESSAGE_STATUSES),
  created_at: z.string(),
};

/** A contact message in the list; `excerpt` is the beginning of its text. */
export const listedMessage = z.object({ ...head, excerpt: z.string() });
export type ListedMessage = z.core.output<typeof listedMessage>;

/** Whether the email of a reply waits for delivery, was sent, or was given up. */
export const REPLY_STATES = ['waiting', 'sent', 'failed'] as const;

export const messageReply = z.object({
  id: z.number(),
  text: z.string(),
  /** The administrator's email. */
  actor: z.string(),
  created_at: z.string(),
  state: z.enum(REPLY_STATES),
  /** Why the last attempt failed. */
  reason: z.nullable(z.enum(MAIL_FAILURES)),
  /** The email of the reply; null once it is deleted. */
  mail_id: z.nullable(z.number()),
});
export type MessageReply = z.core.output<typeof messageReply>;

/** A contact message with its replies, oldest first. Times are ISO 8601 UTC. */
export const message = z.object({
  ...head,
  text: z.string(),
  language: z.enum(LANGUAGES),
  /** The account of a sender who was logged in. */
  user_id: z.nullable(z.number()),
  user_email: z.nullable(z.string()),
  /** The account with the email of a sender who was not logged in: whether it is theirs was not verified. */
  same_email_user_id: z.nullable(z.number()),
  answered_at: z.nullable(z.string()),
  answered_by: z.nullable(z.string()),
  replies: z.array(messageReply),
});
export type Message = z.core.output<typeof message>;

const messageParams = z.object({ messageId: id });

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'admin',
  role: 'orders',
  summary:
    'List contact messages: unanswered ones with priority first, then newest first. Each word of q matches the start of a word of name, email or text.',
  query: z.object({ status: z._default(z.enum(MESSAGE_FILTERS, 'validation.choice'), 'waiting'), ...pageQuery }),
  answer: z.object({
    data: z.array(listedMessage),
    total: z.number(),
    /** The number that q finds with any status; counted only if it finds none with the status of the list, otherwise 0. */
    total_in_all: z.number(),
    /** True if all words of q are so frequent that only the first messages of the list were searched. */
    is_partial: z.boolean(),
    /** Whether messages are emailed to CONTACT_EMAIL, and whether emails are sent by SMTP. */
    has_contact_email: z.boolean(),
    has_smtp: z.boolean(),
  }),
  unexpectedError: 'messagesApi.500',
  errors: [],
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/{messageId}',
  access: 'admin',
  role: 'orders',
  summary: 'Get a contact message with its replies.',
  params: messageParams,
  answer: z.object({ data: message }),
  unexpectedError: 'messagesApi.500',
  errors: ['messagesApi.404'],
});

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/api/admin/messages/{messageId}',
  access: 'admin',
  role: 'orders',
  summary: 'Mark a contact message as answered or unanswered. A status that it already has changes nothing.',
  params: messageParams,
  body: z.object({ status: z.enum(MESSAGE_STATUSES, 'validation.choice') }),
  answer: z.object({ data: message }),
  successCode: 'messagesApi.update.success',
  unexpectedError: 'messagesApi.500',
  errors: ['messagesApi.404'],
});

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/api/admin/messages/{messageId}',
  access: 'admin',
  role: 'orders',
  summary: 'Delete a contact message with its replies and their emails, as its sender may ask.',
  params: messageParams,
  answer: z.object({}),
  unexpectedError: 'messagesApi.500',
  errors: ['messagesApi.404'],
});

export const replyInput = z.object({
  text: text(REPLY_MAX),
  /** Number of replies shown to the administrator; 409 if there are more. */
  replies_seen: z.optional(z.number()),
});

export const replyToMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/{messageId}/replies',
  access: 'admin',
  role: 'orders',
  summary: 'Email a reply to the sender of a contact message, and mark it as answered.',
  params: messageParams,
  body: replyInput,
  idempotent: true,
  answer: z.object({ data: message }),
  status: 201,
  successCode: 'messagesApi.reply.success',
  unexpectedError: 'messagesApi.500',
  errors: ['messagesApi.404', 'messagesApi.replied'],
});
