import { countFound, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { ListTimes, UserFacts, UserSection } from './user-lists.rules.ts';

export interface ListedUserRow extends UserFacts {
  email: string;
  first_name: string;
  last_name: string;
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

/** Before all times: a comparison with it finds what is not null, and lets the query use the index. */
const NO_TIME = '';

/** The users of each section, each a range of an index. */
const sectionsOf = (db: Db, { now, soon }: ListTimes) => {
  const users = db.selectFrom('users').select('users.id');
  const paid = users.where('tariff_end_date', '>', now);
  return {
    free: users.where('tariff', '=', 'basic').where('tariff_end_date', 'is', null),
    ended: users.where('tariff_end_date', '<=', now),
    family: paid.where('tariff', '=', 'family'),
    business: paid.where('tariff', '=', 'business'),
    ending: paid.where('tariff_end_date', '<=', soon),
    locked: users.where('locked_at', '>', NO_TIME),
  };
};

/** By what a section is sorted, and whether the greatest comes first. `free` has no such date, and is sorted by the number in the index. */
const ORDER = {
  free: ['tariff_end_date', true],
  ended: ['tariff_end_date', true],
  family: ['tariff_end_date', false],
  business: ['tariff_end_date', false],
  ending: ['tariff_end_date', false],
  locked: ['locked_at', true],
} as const satisfies Record<UserSection, ['tariff_end_date' | 'locked_at', boolean]>;

/** Queries for the administrator's list. */
export const userListRepo = (db: Db) => ({
  /** Number of all users. */
  async count(): Promise<number> {
    return countFound(db, db.selectFrom('users').select('id'));
  },
  /** Numbers of users in the sections; all others are in `free`. */
  async countSections(times: ListTimes): Promise<Record<Exclude<UserSection, 'free'>, number>> {
    const { ended, family, business, ending, locked } = sectionsOf(db, times);
    return {
      ended: await countFound(db, ended),
      family: await countFound(db, family),
      business: await countFound(db, business),
      ending: await countFound(db, ending),
      locked: await countFound(db, locked),
    };
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
  /** A page of a section in its order. */
  async listSection(section: UserSection, times: ListTimes, { offset, limit, isFromEnd }: Slice): Promise<ListedUserRow[]> {
    const [column, isDescending] = ORDER[section];
    const direction = isDescending === isFromEnd ? 'asc' : 'desc';
    const sorted = sectionsOf(db, times)[section].orderBy(`users.${column}`, direction).orderBy('users.id', direction);
    const rows = await db
      .selectFrom(sorted.limit(limit).offset(offset).as('page'))
      .innerJoin('users', 'users.id', 'page.id')
      .select(COLUMNS)
      .orderBy(`users.${column}`, direction)
      .orderBy('users.id', direction)
      .execute();
    return isFromEnd ? rows.reverse() : rows;
  },
  /** What decides in which lists users are, newest first. */
  async listFacts(ids: readonly number[]): Promise<UserFacts[]> {
    return db
      .selectFrom('users')
      .select(['id', 'locked_at', 'tariff', 'tariff_start_date', 'tariff_end_date'])
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .execute();
  },
  /** Newest first. */
  async listByIds(ids: readonly number[]): Promise<ListedUserRow[]> {
    return db.selectFrom('users').select(COLUMNS).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute();
  },
});

export type UserListRepo = ReturnType<typeof userListRepo>;
