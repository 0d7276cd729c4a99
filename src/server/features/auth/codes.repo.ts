import { type Selectable, sql } from 'kysely';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type CodePurpose = Tables['codes']['purpose'];
export type CodeRow = Selectable<Tables['codes']>;

const COLUMNS = ['email', 'purpose', 'code_hash', 'expires_at', 'validated_at'] as const;

export const codesRepo = (db: Db) => ({
  async find(email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
    return db.selectFrom('codes').select(COLUMNS).where('email', '=', email).where('purpose', '=', purpose).executeTakeFirst();
  },
  /** Replaces an earlier code with the same email and purpose. */
  async upsert(row: CodeRow): Promise<void> {
    await db
      .insertInto('codes')
      .values(row)
      .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(row))
      .execute();
  },
  async markValidated(email: string, purpose: CodePurpose, at: string): Promise<void> {
    await db.updateTable('codes').set({ validated_at: at }).where('email', '=', email).where('purpose', '=', purpose).execute();
  },
  async delete(email: string, purpose: CodePurpose): Promise<void> {
    await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', purpose).execute();
  },
  async deleteByEmail(email: string): Promise<void> {
    await db.deleteFrom('codes').where('email', '=', email).execute();
  },
  deleteExpired: (expiredBefore: string): Promise<boolean> =>
    deleteExpired(db, 'codes', ['email', 'purpose'], sql`expires_at < ${expiredBefore}`),
});

export type CodesRepo = ReturnType<typeof codesRepo>;
