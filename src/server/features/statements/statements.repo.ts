import { sql } from 'kysely';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';

/** A bank has one or two kinds of statements. */
const MAPPINGS = 100;

/** The record of a line, corrected or not. */
export interface StatementRecord {
  id: number;
  statement_key: string;
  order_code: string | null;
  email: string | null;
  corrected_by: number | null;
}

/** Bank statements that were read, and what was answered about their columns. */
export const statementsRepo = (db: Db) => ({
  async insert(created_at: string, content: string): Promise<number> {
    const { id } = await db.insertInto('statements').values({ created_at, content }).returning('id').executeTakeFirstOrThrow();
    return id;
  },
  async find(id: number, createdAfter: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('statements')
      .select('content')
      .where('id', '=', id)
      .where('created_at', '>', createdAfter)
      .executeTakeFirst();
    return row?.content;
  },
  async listMappings(): Promise<{ table_key: string; answers: string }[]> {
    return db
      .selectFrom('statement_mappings')
      .select(['table_key', 'answers'])
      .where('table_key', '>', '')
      .orderBy('table_key')
      .limit(MAPPINGS)
      .execute();
  },
  async keepMapping(table_key: string, answers: string): Promise<void> {
    await db
      .insertInto('statement_mappings')
      .values({ table_key, answers })
      .onConflict((conflict) => conflict.column('table_key').doUpdateSet({ answers }))
      .execute();
  },
  /** The records of lines with these keys. */
  async listRecords(keys: readonly string[]): Promise<StatementRecord[]> {
    if (keys.length === 0) return [];
    return db
      .selectFrom('income')
      .leftJoin('users', 'users.id', 'income.user_id')
      .leftJoin('income as correction', 'correction.corrects', 'income.id')
      .select(['income.id', 'income.statement_key', 'income.order_code', 'users.email', 'correction.id as corrected_by'])
      .where('income.statement_key', 'in', keys)
      .$narrowType<{ statement_key: string }>()
      .execute();
  },
  deleteExpired: (createdBefore: string): Promise<boolean> => deleteExpired(db, 'statements', ['id'], sql`created_at < ${createdBefore}`),
});

export type StatementsRepo = ReturnType<typeof statementsRepo>;
