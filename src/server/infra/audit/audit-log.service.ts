import type { AuditEntry, AuditKind } from '#contract/audit.ts';
import { AUDIT_FOUND_MAX } from '#contract/limits.ts';
import { normalizeOrderCode, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import { type PageQuery, sliceOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import { storedTime } from '../../ports/clock.ts';
import type { AuditRow, ExactFilter, TimeRange } from './audit.repo.ts';
import { ACTIONS_OF, type AuditRepos } from './audit.service.ts';

interface Deps {
  work: Work<AuditRepos>;
}

export interface AuditQuery extends PageQuery {
  q: string;
  kind: AuditKind | 'all';
  /** ISO times; `to` is excluded. */
  from?: string | undefined;
  to?: string | undefined;
}

interface AuditPage {
  data: AuditEntry[];
  total: number;
  is_more: boolean;
}

export type AuditLogService = ReturnType<typeof auditLogService>;

/** One more than are shown, to know whether there are more. */
const LIMIT = AUDIT_FOUND_MAX + 1;
/** Of the administrators whose email begins with the search text, the entries of the first ones are searched. */
const ACTORS_MAX = 10;
/** A single letter of a code is common to tens of thousands of entries. */
const CODE_MIN = 2;

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const toAuditEntry = ({ before, after, ...row }: AuditRow): AuditEntry => ({ ...row, before: parsed(before), after: parsed(after) });

/** What a search text can mean. The words `order` and `user` of a subject and the number sign may be typed before a code or a number. */
function meaningsOf(q: string): { email: string; code: string | undefined; userId: number | undefined } {
  const email = q.toLowerCase();
  const name = email.replace(/^(?:order|user)\s+|^[№#]\s*/, '');
  const code = normalizeOrderCode(name);
  const isCode =
    code.length >= CODE_MIN && code.length <= ORDER_CODE_LENGTH && [...code].every((letter) => ORDER_CODE_LETTERS.includes(letter));
  return { email, code: isCode ? code : undefined, userId: /^\d{1,15}$/.test(name) ? Number(name) : undefined };
}

export function auditLogService({ work: { repos } }: Deps) {
  async function listActors(prefix: string): Promise<string[]> {
    const actors: string[] = [];
    while (actors.length < ACTORS_MAX) {
      const actor = await repos.audit.findActor(prefix, actors.at(-1));
      if (actor === undefined) break;
      actors.push(actor);
    }
    return actors;
  }

  /** Ids of the newest entries that match, at most LIMIT. Each query reads a range of one index, so that a long log is no slower. */
  async function findIds({ q, kind, from, to }: AuditQuery): Promise<number[]> {
    const range: TimeRange = { from: storedTime(from), to: storedTime(to) };
    const actions = kind === 'all' ? [] : ACTIONS_OF[kind];
    const found = new Set<number>();
    const add = (ids: readonly number[]) => ids.forEach((id) => void found.add(id));
    const addExact = async (filter: ExactFilter) => {
      for (const action of actions.length === 0 ? [undefined] : actions)
        add(await repos.audit.listNewest({ ...filter, action }, range, LIMIT));
    };
    if (q === '') await addExact({});
    else {
      const { email, code, userId } = meaningsOf(q);
      add(await repos.audit.listByPrefix({ column: 'email', prefix: email }, actions, range, LIMIT));
      if (code !== undefined) add(await repos.audit.listByPrefix({ column: 'subject', prefix: `order ${code}` }, actions, range, LIMIT));
      if (userId !== undefined) await addExact({ userId });
      for (const actor of await listActors(email)) await addExact({ actor });
    }
    return [...found].sort((a, b) => b - a).slice(0, LIMIT);
  }

  async function listWhole(page: PageQuery): Promise<AuditPage> {
    const total = await repos.audit.count();
    const slice = sliceOf(page, total);
    return { data: slice ? (await repos.audit.list(slice)).map(toAuditEntry) : [], total, is_more: false };
  }

  return {
    /** Newest first. A search or filter finds at most AUDIT_FOUND_MAX entries. */
    async list(query: AuditQuery): Promise<AuditPage> {
      const { q, kind, from, to, page, pageSize } = query;
      if (q === '' && kind === 'all' && from === undefined && to === undefined) return listWhole(query);
      const ids = await findIds(query);
      const total = Math.min(ids.length, AUDIT_FOUND_MAX);
      const shown = ids.slice(0, total).slice((page - 1) * pageSize, page * pageSize);
      const data = shown.length === 0 ? [] : (await repos.audit.listByIds(shown)).map(toAuditEntry);
      return { data, total, is_more: ids.length > total };
    },
  };
}
