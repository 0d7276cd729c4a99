import type { Insertable, Selectable } from 'kysely';
import type { AdminRole } from '#contract/roles.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

const COLUMNS = ['id', 'email', 'password_hash', 'origin', 'created_at', 'role', 'settings_hash'] as const;
export type AdminRow = Pick<Selectable<Tables['admins']>, (typeof COLUMNS)[number]>;

export interface ListedAdminRow extends Omit<AdminRow, 'password_hash' | 'settings_hash'> {
  last_login_at: string | null;
  hasTwoFactor: number;
}

export const adminsRepo = (db: Db) => ({
  async find(email: string): Promise<AdminRow | undefined> {
    return db.selectFrom('admins').select(COLUMNS).where('email', '=', email).executeTakeFirst();
  },
  async listEmails(): Promise<string[]> {
    const rows = await db.selectFrom('admins').select('email').orderBy('id').execute();
    return rows.map(({ email }) => email);
  },
  /** The emails of the administrators with every right. */
  async listEmailsWithEveryRight(): Promise<string[]> {
    const rows = await db.selectFrom('admins').select('email').where('role', '=', 'all').orderBy('id').execute();
    return rows.map(({ email }) => email);
  },
  async list(): Promise<ListedAdminRow[]> {
    return db
      .selectFrom('admins')
      .select(['id', 'email', 'origin', 'created_at', 'role', 'last_login_at'])
      .select((eb) => eb.case().when('totp_secret', 'is not', null).then(1).else(0).end().as('hasTwoFactor'))
      .orderBy('id')
      .execute();
  },
  /** Locks the administrators with every right until the transaction ends, and returns their ids: none of them is removed meanwhile. */
  async lockWithEveryRight(): Promise<number[]> {
    const rows = await db.selectFrom('admins').select('id').where('role', '=', 'all').orderBy('id').forNoKeyUpdate().execute();
    return rows.map(({ id }) => id);
  },
  /** Locks the row until the transaction ends. */
  async lock(id: number): Promise<AdminRow | undefined> {
    return db.selectFrom('admins').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  },
  async isEmpty(): Promise<boolean> {
    return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) === undefined;
  },
  /** False if the email is already in use. */
  async insert(row: Insertable<Tables['admins']>): Promise<boolean> {
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
  async updateRole(id: number, role: AdminRole): Promise<void> {
    await db.updateTable('admins').set({ role }).where('id', '=', id).execute();
  },
  async updateSettingsHash(id: number, hash: string): Promise<void> {
    await db.updateTable('admins').set({ settings_hash: hash }).where('id', '=', id).execute();
  },
  async updateLastLogin(id: number, at: string): Promise<void> {
    await db.updateTable('admins').set({ last_login_at: at }).where('id', '=', id).execute();
  },
  /** Deletes the administrator with sessions and recovery codes, and with any invitations. */
  async delete(id: number): Promise<void> {
    await db.deleteFrom('admins').where('id', '=', id).execute();
  },
  /** Returns the deleted accounts. */
  async deleteOthers(email: string, origins: readonly AdminRow['origin'][]): Promise<Pick<AdminRow, 'id' | 'email' | 'role'>[]> {
    return db.deleteFrom('admins').where('email', '!=', email).where('origin', 'in', origins).returning(['id', 'email', 'role']).execute();
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
});

export type AdminsRepo = ReturnType<typeof adminsRepo>;
