import type { Insertable, Selectable } from 'kysely';
import { beginsWith, countFound, endOfPrefix, idOfRange, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type AuditRow = Selectable<Tables['audit']>;

const COLUMNS = [
  'audit.id',
  'audit.at',
  'audit.actor',
  'audit.action',
  'audit.subject',
  'audit.user_id',
  'audit.email',
  'audit.before',
  'audit.after',
  'audit.reason',
] as const;

/** ISO times; `to` is excluded. */
export interface TimeRange {
  from: string | undefined;
  to: string | undefined;
}

/** Columns that are equal; at least one of them, or a limit of the time range, is set. */
export interface ExactFilter {
  actor?: string | undefined;
  action?: string | undefined;
  userId?: number | undefined;
}

export function auditRepo(db: Db) {
  const inRange = ({ from, to }: TimeRange) =>
    db
      .selectFrom('audit')
      .$if(from !== undefined, (query) => query.where('at', '>=', from as string))
      .$if(to !== undefined, (query) => query.where('at', '<', to as string));

  return {
    async insert(row: Insertable<Tables['audit']>): Promise<void> {
      await db.insertInto('audit').values(row).execute();
    },
    /** Number of entries of the whole log. */
    async count(): Promise<number> {
      return countFound(db, db.selectFrom('audit').select('id'));
    },
    /** A page of the whole log, newest first. */
    async list(slice: Slice): Promise<AuditRow[]> {
      return db
        .selectFrom(idsOf(db, db.selectFrom('audit').select('id').where('id', '>', 0), slice))
        .innerJoin('audit', 'audit.id', 'page.id')
        .select(COLUMNS)
        .orderBy('audit.id', 'desc')
        .execute();
    },
    /** Newest first. */
    async listByIds(ids: readonly number[]): Promise<AuditRow[]> {
      return db.selectFrom('audit').select(COLUMNS).where('audit.id', 'in', ids).orderBy('audit.id', 'desc').execute();
    },
    /** Ids of the newest entries; each combination of columns reads only as many as it returns, from an index in this order. */
    async listNewest({ actor, action, userId }: ExactFilter, range: TimeRange, limit: number): Promise<number[]> {
      const rows = await inRange(range)
        .select('id')
        .$if(actor !== undefined, (query) => query.where('actor', '=', actor as string))
        .$if(action !== undefined, (query) => query.where('action', '=', action as string))
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    /** Ids of the newest entries whose subject or user's email begins with `prefix`, with one of the actions if there are any. */
    async listByPrefix(
      { column, prefix }: { column: 'email' | 'subject'; prefix: string },
      actions: readonly string[],
      range: TimeRange,
      limit: number,
    ): Promise<number[]> {
      const rows = await inRange(range)
        .select(idOfRange('id'))
        .where(beginsWith(column, prefix))
        .$if(actions.length > 0, (query) => query.where('action', 'in', actions))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    /**
     * The first actor in alphabetical order that begins with `prefix`, or the next one after such an actor. With a single lower limit,
     * the index is entered behind all entries of `after`.
     */
    async findActor(prefix: string, after: string | undefined): Promise<string | undefined> {
      const row = await db
        .selectFrom('audit')
        .select('actor')
        .where('actor', after === undefined ? '>=' : '>', after ?? prefix)
        .where('actor', '<', endOfPrefix(prefix))
        .orderBy('actor')
        .limit(1)
        .executeTakeFirst();
      return row?.actor;
    },
  };
}

export type AuditRepo = ReturnType<typeof auditRepo>;
