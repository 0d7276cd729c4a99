import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';

/** An audit log entry: one action of an administrator. `at` is ISO 8601 UTC; `before` and `after` are the state as JSON, or null. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** The administrator's email, or `card` for the card service. */
  actor: z.string(),
  /** For example `order.status`. */
  action: z.string(),
  /** The changed object, for example `order D4F79LQ2` or `user 12`. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.core.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary:
    'List what administrators did, newest first. q matches the start of an actor, an action or a subject, or of a subject’s code or number.',
  query: z.object(pageQuery),
  answer: z.object({ data: z.array(auditEntry), total: z.number() }),
  unexpectedError: 'auditApi.500',
  errors: [],
});
