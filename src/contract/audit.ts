import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { pageQuery } from './fields.ts';
import { instant } from './instants.ts';

export const AUDIT_KINDS = [
  'orders',
  'income',
  'tariffs',
  'accounts',
  'prices',
  'payment',
  'adverts',
  'messages',
  'mails',
  'cards',
  'logins',
  'admins',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const key = (code: FieldErrorCode): FieldErrorCode => code;

/**
 * An audit log entry: an action of an administrator, of the server's command line or settings, or of the card service, or an automatic step. `at` is ISO 8601 UTC; `before` and
 * `after` are the state as JSON, or null.
 */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** The administrator's email, `command` or `settings` of the server, `card` for the card service, or `auto` for the server itself. */
  actor: z.string(),
  /** For example `order.status`. */
  action: z.string(),
  /** The changed object, for example `order D4F79LQ2` or `user 12`. */
  subject: z.string(),
  /** The user whose order or tariff it is; null for entries about settings. */
  user_id: z.nullable(z.number()),
  /** That user's email; null if the account was deleted. */
  email: z.nullable(z.string()),
  /** Why an administrator did it, if that was given; after the account was deleted, only the reason of `user.delete` is left. */
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.core.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  role: 'all',
  summary:
    'List what administrators, card payments and the server did, newest first. q matches the start of an email (of a user or an administrator) or of an order code, or a user’s number; kind, from (included) and to (excluded) filter. A search or filter finds the newest 1,000 entries; is_more says that there are older ones.',
  query: z.object({
    kind: z._default(z.enum(['all', ...AUDIT_KINDS], key('validation.choice')), 'all'),
    /** ISO 8601 UTC times. */
    from: instant,
    to: instant,
    ...pageQuery,
  }),
  answer: z.object({ data: z.array(auditEntry), total: z.number(), is_more: z.boolean() }),
  unexpectedError: 'auditApi.500',
  errors: [],
});
