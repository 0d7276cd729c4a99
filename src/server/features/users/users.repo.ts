import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export type UserRow = Omit<Selectable<Tables['users']>, 'password_hash'>;
export type NewUserRow = Insertable<Tables['users']>;

export type ProfileChange = Updateable<Pick<Tables['users'], 'first_name' | 'last_name' | 'phone' | 'currency' | 'image_id'>>;

export interface Credentials extends TariffFacts {
  id: number;
  password_hash: string;
  language: Language;
}

const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'currency',
  'language',
  'image_id',
  'tariff',
  'tariff_start_date',
  'tariff_end_date',
  'created_at',
] as const;

export const usersRepo = (db: Db) => ({
  async find(id: number): Promise<UserRow | undefined> {
    return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  },
  async findCredentials(email: string): Promise<Credentials | undefined> {
    return db
      .selectFrom('users')
      .select(['id', 'password_hash', 'language', 'tariff', 'tariff_start_date', 'tariff_end_date'])
      .where('email', '=', email)
      .executeTakeFirst();
  },
  async insert(row: NewUserRow): Promise<void> {
    await db.insertInto('users').values(row).execute();
  },
  /** Locks the user until the transaction ends, which serializes parallel changes. */
  async lock(id: number): Promise<UserRow | undefined> {
    return db.selectFrom('users').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  },
  async updateTariff(id: number, facts: TariffFacts): Promise<void> {
    await db.updateTable('users').set(facts).where('id', '=', id).execute();
  },
  /** Locks the user until the transaction ends; false if the password has changed or the user was deleted. */
  async lockPassword(id: number, passwordHash: string): Promise<boolean> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .forNoKeyUpdate()
      .execute();
    return rows.length > 0;
  },
  async update(id: UserId, change: ProfileChange): Promise<void> {
    await db.updateTable('users').set(change).where('id', '=', id).execute();
  },
  /** Writes only if the language differs. */
  async updateLanguage(id: number, language: Language): Promise<void> {
    await db.updateTable('users').set({ language }).where('id', '=', id).where('language', '!=', language).execute();
  },
  async updateHash(id: number, passwordHash: string): Promise<void> {
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  },
  /** Undefined for an unknown email. */
  async updatePassword(email: string, passwordHash: string): Promise<Pick<UserRow, 'id' | 'language'> | undefined> {
    return db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('email', '=', email)
      .returning(['id', 'language'])
      .executeTakeFirst();
  },
});

export type UsersRepo = ReturnType<typeof usersRepo>;
