import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';

/** What an administrator did (quality, "an audit trail"): at is ISO 8601 UTC, before and after are the state as JSON, null where there is none. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** The administrator's email; `card` is the card service. */
  actor: z.string(),
  /** Such as `order.status`. */
  action: z.string(),
  /** What it was done to, such as `order D4F79LQ2` or `user 12`. */
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
