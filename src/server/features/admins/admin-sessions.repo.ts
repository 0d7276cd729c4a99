import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { SESSIONS_PER_USER } from '#contract/limits.ts';
import type { AdminRole } from '#contract/roles.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';

export interface AdminSession {
  adminId: number;
  email: string;
  role: AdminRole;
  language: Language;
  createdAt: string;
  lastUsedAt: string;
}

export interface NewAdminSession {
  id: string;
  tokenHash: string;
  adminId: number;
  userAgent: string;
  at: string;
}

export interface ListedAdminSession {
  id: string;
  tokenHash: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
}

export const adminSessionsRepo = (db: Db) => ({
  async find(tokenHash: string): Promise<AdminSession | undefined> {
    return db
      .selectFrom('admin_sessions')
      .innerJoin('admins', 'admins.id', 'admin_sessions.admin_id')
      .select([
        'admins.id as adminId',
        'admins.email',
        'admins.role',
        'admins.language',
        'admin_sessions.created_at as createdAt',
        'admin_sessions.last_used_at as lastUsedAt',
      ])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  },
  async insert({ id, tokenHash, adminId, userAgent, at }: NewAdminSession): Promise<void> {
    await db
      .insertInto('admin_sessions')
      .values({ id, token_hash: tokenHash, admin_id: adminId, user_agent: userAgent, created_at: at, last_used_at: at })
      .execute();
  },
  /** Sessions begun and used after these times (ISO 8601), most recently used first. */
  async listByAdmin(adminId: number, begunAfter: string, usedAfter: string): Promise<ListedAdminSession[]> {
    return db
      .selectFrom('admin_sessions')
      .select(['id', 'token_hash as tokenHash', 'user_agent as userAgent', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('admin_id', '=', adminId)
      .where('created_at', '>=', begunAfter)
      .where('last_used_at', '>=', usedAfter)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .limit(SESSIONS_PER_USER)
      .execute();
  },
  /** Deletes the administrator's sessions except `exceptTokenHash` and the `count` most recently used others. */
  async deleteOldest(adminId: number, exceptTokenHash: string, count: number): Promise<void> {
    const others = db
      .selectFrom('admin_sessions')
      .select('token_hash')
      .where('admin_id', '=', adminId)
      .where('token_hash', '!=', exceptTokenHash);
    const newest = others.orderBy('last_used_at', 'desc').orderBy('id').limit(count);
    await db
      .deleteFrom('admin_sessions')
      .where('admin_id', '=', adminId)
      .where('token_hash', '!=', exceptTokenHash)
      .where('token_hash', 'not in', newest)
      .execute();
  },
  async updateLastUse(tokenHash: string, at: string): Promise<void> {
    await db.updateTable('admin_sessions').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
  },
  async delete(tokenHash: string): Promise<void> {
    await db.deleteFrom('admin_sessions').where('token_hash', '=', tokenHash).execute();
  },
  /** Deletes a session of the administrator; false if there is none with this id. */
  async deleteById(adminId: number, id: string): Promise<boolean> {
    const rows = await db.deleteFrom('admin_sessions').where('id', '=', id).where('admin_id', '=', adminId).returning('id').execute();
    return rows.length > 0;
  },
  async deleteOthers(adminId: number, exceptTokenHash: string): Promise<void> {
    await db.deleteFrom('admin_sessions').where('admin_id', '=', adminId).where('token_hash', '!=', exceptTokenHash).execute();
  },
  async deleteByEmail(email: string): Promise<void> {
    await db
      .deleteFrom('admin_sessions')
      .where('admin_id', 'in', (query) => query.selectFrom('admins').select('admins.id').where('email', '=', email))
      .execute();
  },
  deleteExpired: (usedBefore: string): Promise<boolean> =>
    deleteExpired(db, 'admin_sessions', ['token_hash'], sql`last_used_at < ${usedBefore}`),
});

export type AdminSessionsRepo = ReturnType<typeof adminSessionsRepo>;
