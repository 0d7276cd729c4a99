import { beginsWith, countFound, countOf, idOfRange, idsOf, type Slice } from '../../db/paging.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export interface ListedUserRow extends TariffFacts {
  id: number;
  email: string;
}

/** Queries for the administrator's list; `q` is the beginning of an email, in lower case, or a user's number. */
export function userListRepo(db: Db) {
  const found = (q: string) => {
    const users = db.selectFrom('users');
    if (q === '') return users.select('id').where('id', '>', 0);
    const byEmail = users.select(idOfRange('id')).where(beginsWith('email', q));
    return /^\d{1,15}$/.test(q) ? byEmail.union(users.select('id').where('id', '=', Number(q))) : byEmail;
  };
  return {
    async count(q: string): Promise<number> {
      return q === '' ? countOf(db, ['users']) : countFound(db, found(q));
    },
    /** Newest first. */
    async list(q: string, slice: Slice): Promise<ListedUserRow[]> {
      return db
        .selectFrom(idsOf(db, found(q), slice))
        .innerJoin('users', 'users.id', 'page.id')
        .select(['users.id', 'email', 'tariff', 'tariff_start_date', 'tariff_end_date'])
        .orderBy('users.id', 'desc')
        .execute();
    },
  };
}

export type UserListRepo = ReturnType<typeof userListRepo>;
