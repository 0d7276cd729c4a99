import type { AuditEntry } from '#contract/audit.ts';
import { normalizeOrderCode } from '#contract/order-code.ts';
import { type Page, sliceOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { AuditFilter, AuditRow } from './audit.repo.ts';
import { AUDIT_ACTIONS, type AuditRepos } from './audit.service.ts';

interface Deps {
  work: Work<AuditRepos>;
}

export type AuditLogService = ReturnType<typeof auditLogService>;

/** Ignores letter case: emails are stored in lowercase, order codes in uppercase. The words `order` and `user` of a subject may be omitted. */
function filterOf(q: string): AuditFilter {
  if (q === '') return [];
  const lower = q.toLowerCase();
  const name = lower.replace(/^order\s+|^user\s+/, '');
  return [
    { column: 'actor', prefix: lower },
    ...AUDIT_ACTIONS.filter((action) => action.toLowerCase().startsWith(lower)).map((prefix) => ({ column: 'action' as const, prefix })),
    { column: 'subject', prefix: lower },
    { column: 'subject', prefix: `order ${normalizeOrderCode(name)}` },
    { column: 'subject', prefix: `user ${name}` },
  ];
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const toAuditEntry = ({ before, after, ...row }: AuditRow): AuditEntry => ({ ...row, before: parsed(before), after: parsed(after) });

export const auditLogService = ({ work: { repos } }: Deps) => ({
  /** Newest first. `q` is a prefix of an actor, an action or a subject, or of an order code or a user id; empty for all entries. */
  async list({ q, ...page }: Page & { q: string }): Promise<{ data: AuditEntry[]; total: number }> {
    const filter = filterOf(q);
    const total = await repos.audit.count(filter);
    const slice = sliceOf(page, total);
    return { data: slice ? (await repos.audit.list(filter, slice)).map(toAuditEntry) : [], total };
  },
});
