import type { Insertable, Selectable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

const COLUMNS = [
  ...(['id', 'email', 'password_hash', 'origin', 'created_at', 'role', 'language'] as const),
  ...(['settings_hash', 'settings_email'] as const),
] as const;
export type AdminRow = Pick<Selectable<Tables['admins']>, (typeof COLUMNS)[number]>;

/** Where emails to an administrator go, and in which language. */
export type AdminRecipient = Pick<AdminRow, 'email' | 'language'>;

export interface ListedAdminRow extends Pick<AdminRow, 'id' | 'email' | 'origin' | 'created_at' | 'role'> {
  last_login_at: string | null;
  hasTwoFactor: number;
}

const find = async (db: Db, email: string): Promise<AdminRow | undefined> =>
  db.selectFrom('admins').select(COLUMNS).where('email', '=', email).executeTakeFirst();

export const adminsRepo = (db: Db) => ({
  find: (email: string): Promise<AdminRow | undefined> => find(db, email),
  /** The account that ADMIN_EMAIL means: one whose email was changed since comes before another one that has got that email. */
  async findForSettings(email: string): Promise<AdminRow | undefined> {
    const changed = await db.selectFrom('admins').select(COLUMNS).where('settings_email', '=', email).executeTakeFirst();
    return changed ?? find(db, email);
  },
  async listRecipients(): Promise<AdminRecipient[]> {
    return db.selectFrom('admins').select(['email', 'language']).orderBy('id').execute();
  },
  /** The administrators with every right. */
  async listRecipientsWithEveryRight(): Promise<AdminRecipient[]> {
    return db.selectFrom('admins').select(['email', 'language']).where('role', '=', 'all').orderBy('id').execute();
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
  async updatePassword(id: number, passwordHash: string): Promise<void> {
    await db.updateTable('admins').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  },
  async updateRole(id: number, role: AdminRole): Promise<void> {
    await db.updateTable('admins').set({ role }).where('id', '=', id).execute();
  },
  async updateLanguage(id: number, language: Language): Promise<void> {
    await db.updateTable('admins').set({ language }).where('id', '=', id).execute();
  },
  async updateEmail(id: number, email: string, settingsEmail: string | null): Promise<void> {
    await db.updateTable('admins').set({ email, settings_email: settingsEmail }).where('id', '=', id).execute();
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
  async deleteOthers(id: number, origins: readonly AdminRow['origin'][]): Promise<Pick<AdminRow, 'id' | 'email' | 'role' | 'language'>[]> {
    return db
      .deleteFrom('admins')
      .where('id', '!=', id)
      .where('origin', 'in', origins)
      .returning(['id', 'email', 'role', 'language'])
      .execute();
  },
  /** Locks the admin's row until the transaction ends; false if email or password have changed, or the admin is deleted. */
  async lockPassword({ id, email, password_hash }: Pick<AdminRow, 'id' | 'email' | 'password_hash'>): Promise<boolean> {
    const rows = await db
      .selectFrom('admins')
      .select('id')
      .where((eb) => eb.and({ id, email, password_hash }))
      .forNoKeyUpdate()
      .execute();
    return rows.length > 0;
  },
});

export type AdminsRepo = ReturnType<typeof adminsRepo>;
