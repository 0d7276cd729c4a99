import { countFound, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export interface ListedUserRow extends TariffFacts {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  locked_at: string | null;
}

const COLUMNS = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.locked_at',
  'users.tariff',
  'users.tariff_start_date',
  'users.tariff_end_date',
] as const;

/** Queries for the administrator's list. */
export const userListRepo = (db: Db) => ({
  /** Number of all users. */
  async count(): Promise<number> {
    return countFound(db, db.selectFrom('users').select('id'));
  },
  /** A page of all users, newest first. */
  async list(slice: Slice): Promise<ListedUserRow[]> {
    return db
      .selectFrom(idsOf(db, db.selectFrom('users').select('id').where('id', '>', 0), slice))
      .innerJoin('users', 'users.id', 'page.id')
      .select(COLUMNS)
      .orderBy('users.id', 'desc')
      .execute();
  },
  /** Newest first. */
  async listByIds(ids: readonly number[]): Promise<ListedUserRow[]> {
    return db.selectFrom('users').select(COLUMNS).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute();
  },
});

export type UserListRepo = ReturnType<typeof userListRepo>;
