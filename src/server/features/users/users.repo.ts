import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

type OtherColumns = 'password_hash' | 'first_paid_at' | 'search_text' | 'last_seen_on' | 'lock_reason' | 'admin_notes';
/** Omits the columns that only the revenue, the list and the page of a user read. */
export type UserRow = Omit<Selectable<Tables['users']>, OtherColumns>;
export type NewUserRow = Insertable<Tables['users']>;

export type ProfileChange = Updateable<Pick<Tables['users'], 'first_name' | 'last_name' | 'phone' | 'currency' | 'image_id' | 'time_zone'>>;

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
  'locked_at',
  'time_zone',
] as const;

/** Columns that the administrators' search compares. */
const searchColumns = (db: Db) => ({
  /** Writes only if the text differs; returns whether it did. */
  async updateSearchText(id: number, text: string): Promise<boolean> {
    const rows = await db
      .updateTable('users')
      .set({ search_text: text })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('search_text', 'is', null), eb('search_text', '<>', text)]))
      .returning('id')
      .execute();
    return rows.length > 0;
  },
  async deletePieces(id: number): Promise<void> {
    await db.deleteFrom('user_pieces').where('user_id', '=', id).execute();
  },
  async insertPieces(id: number, pieces: readonly string[]): Promise<void> {
    await db
      .insertInto('user_pieces')
      .values(pieces.map((piece) => ({ piece, user_id: id })))
      .execute();
  },
});

/** Columns that administrators write. */
const adminColumns = (db: Db) => ({
  /** `at` is null to unlock. */
  async updateLock(id: number, at: string | null, reason: string | null): Promise<void> {
    await db.updateTable('users').set({ locked_at: at, lock_reason: reason }).where('id', '=', id).execute();
  },
  async findAdminNotes(id: number): Promise<string | null> {
    return (await db.selectFrom('users').select('admin_notes').where('id', '=', id).executeTakeFirst())?.admin_notes ?? null;
  },
  async updateAdminNotes(id: number, text: string | null): Promise<void> {
    await db.updateTable('users').set({ admin_notes: text }).where('id', '=', id).execute();
  },
});

export const usersRepo = (db: Db) => ({
  ...searchColumns(db),
  ...adminColumns(db),
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
  async insert(row: NewUserRow): Promise<number> {
    return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  /** Locks the user until the transaction ends, which serializes parallel changes. */
  async lock(id: number): Promise<UserRow | undefined> {
    return db.selectFrom('users').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  },
  /** Deletes the user with what refers to the row by cascade. Returns the id of the photo. */
  async delete(id: number): Promise<string | null | undefined> {
    return (await db.deleteFrom('users').where('id', '=', id).returning('image_id').executeTakeFirst())?.image_id;
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
  /** Writes once a day; `day` is YYYY-MM-DD. */
  async updateLastSeen(id: number, day: string): Promise<void> {
    await db
      .updateTable('users')
      .set({ last_seen_on: day })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_seen_on', 'is', null), eb('last_seen_on', '<', day)]))
      .execute();
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
