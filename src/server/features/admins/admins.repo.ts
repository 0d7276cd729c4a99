import type { Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type AdminRow = Selectable<Tables['admins']>;

export interface AdminSession {
  adminId: number;
  email: string;
  createdAt: string;
  lastUsedAt: string;
}

export const adminsRepo = (db: Db) => ({
  async find(email: string): Promise<AdminRow | undefined> {
    return db
      .selectFrom('admins')
      .select(['id', 'email', 'password_hash', 'made_by', 'created_at'])
      .where('email', '=', email)
      .executeTakeFirst();
  },
  async listEmails(): Promise<string[]> {
    const rows = await db.selectFrom('admins').select('email').orderBy('id').execute();
    return rows.map(({ email }) => email);
  },
  async isEmpty(): Promise<boolean> {
    return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) === undefined;
  },
  /** False if the email is already in use. */
  async insert(row: Omit<AdminRow, 'id'>): Promise<boolean> {
    const rows = await db
      .insertInto('admins')
      .values(row)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .execute();
    return rows.length > 0;
  },
  async updatePassword(email: string, passwordHash: string): Promise<void> {
    await db.updateTable('admins').set({ password_hash: passwordHash }).where('email', '=', email).execute();
  },
  async deleteOthers(email: string, madeBy: readonly AdminRow['made_by'][]): Promise<void> {
    await db.deleteFrom('admins').where('email', '!=', email).where('made_by', 'in', madeBy).execute();
  },
  /** Locks the admin's row until the transaction ends; false if the password has changed or the admin is deleted. */
  async lockPassword(id: number, passwordHash: string): Promise<boolean> {
    const rows = await db
      .selectFrom('admins')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .forNoKeyUpdate()
      .execute();
    return rows.length > 0;
  },
  async findSession(tokenHash: string): Promise<AdminSession | undefined> {
    return db
      .selectFrom('admin_sessions')
      .innerJoin('admins', 'admins.id', 'admin_sessions.admin_id')
      .select(['admins.id as adminId', 'admins.email', 'admin_sessions.created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  },
  async insertSession(tokenHash: string, adminId: number, at: string): Promise<void> {
    await db.insertInto('admin_sessions').values({ token_hash: tokenHash, admin_id: adminId, created_at: at, last_used_at: at }).execute();
  },
  async updateLastUse(tokenHash: string, at: string): Promise<void> {
    await db.updateTable('admin_sessions').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
  },
  async deleteSession(tokenHash: string): Promise<void> {
    await db.deleteFrom('admin_sessions').where('token_hash', '=', tokenHash).execute();
  },
  async deleteSessionsOf(email: string): Promise<void> {
    await db
      .deleteFrom('admin_sessions')
      .where('admin_id', 'in', (query) => query.selectFrom('admins').select('id').where('email', '=', email))
      .execute();
  },
});

export type AdminsRepo = ReturnType<typeof adminsRepo>;
