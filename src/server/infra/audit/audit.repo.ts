import type { Insertable, Selectable } from 'kysely';
import { beginsWith, countFound, countOf, idOfRange, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type AuditRow = Selectable<Tables['audit']>;

/** Prefixes of columns; an entry matches if any of them does. Empty for all entries. */
export type AuditFilter = readonly { column: 'actor' | 'action' | 'subject'; prefix: string }[];

export function auditRepo(db: Db) {
  const rows = db.selectFrom('audit');
  const found = ([first, ...others]: AuditFilter) => {
    if (!first) return rows.select('id').where('id', '>', 0);
    const by = ({ column, prefix }: AuditFilter[number]) => rows.select(idOfRange('id')).where(beginsWith(column, prefix));
    return others.reduce((query, other) => query.union(by(other)), by(first));
  };
  return {
    async insert(row: Insertable<Tables['audit']>): Promise<void> {
      await db.insertInto('audit').values(row).execute();
    },
    async count(filter: AuditFilter): Promise<number> {
      return filter.length === 0 ? countOf(db, ['audit']) : countFound(db, found(filter));
    },
    /** Newest first. */
    async list(filter: AuditFilter, slice: Slice): Promise<AuditRow[]> {
      return db
        .selectFrom(idsOf(db, found(filter), slice))
        .innerJoin('audit', 'audit.id', 'page.id')
        .select(['audit.id', 'at', 'actor', 'action', 'subject', 'before', 'after'])
        .orderBy('audit.id', 'desc')
        .execute();
    },
  };
}

export type AuditRepo = ReturnType<typeof auditRepo>;
