import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export type UserRow = Omit<Selectable<Tables['users']>, 'password_hash'>;
export type NewUserRow = Insertable<Tables['users']>;

export interface Credentials extends TariffFacts {
  id: number;
  password_hash: string;
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
      .select(['id', 'password_hash', 'tariff', 'tariff_start_date', 'tariff_end_date'])
      .where('email', '=', email)
      .executeTakeFirst();
  },
  async insert(row: NewUserRow): Promise<void> {
    await db.insertInto('users').values(row).execute();
  },
});

export type UsersRepo = ReturnType<typeof usersRepo>;
