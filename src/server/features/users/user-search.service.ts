import { USERS_SEARCHED_MAX } from '#contract/limits.ts';
import type { Work } from '../../db/work.ts';
import type { UserListRepo } from './user-list.repo.ts';
import type { UserSearchRepo } from './user-search.repo.ts';
import { piecesToFind, userQueryOf } from './user-search.rules.ts';

interface Deps {
  work: Work<{ userSearch: UserSearchRepo; userList: UserListRepo }>;
}

export interface FoundUsers {
  /** Newest first. */
  ids: number[];
  /** More users may match: each part of the search text is so frequent that only the newest users were compared. */
  isPartial: boolean;
}

export type UserSearch = ReturnType<typeof userSearchService>;

const NOBODY: FoundUsers = { ids: [], isPartial: false };

/** The administrators' search for users by parts of names, emails and phone numbers, and by number. */
export function userSearchService({ work: { repos } }: Deps) {
  /** The piece to look up: of all that a user with the terms has, the one that the fewest entries begin with. */
  async function rarestOf(terms: readonly string[]): Promise<{ piece: string; count: number } | undefined> {
    let rarest: { piece: string; count: number } | undefined;
    for (const piece of new Set(terms.flatMap(piecesToFind))) {
      const count = await repos.userSearch.countPieces(piece, USERS_SEARCHED_MAX + 1);
      if (!rarest || count < rarest.count) rarest = { piece, count };
    }
    return rarest;
  }

  async function findByTerms(terms: readonly string[]): Promise<FoundUsers> {
    const rarest = await rarestOf(terms);
    if (!rarest || rarest.count === 0) return NOBODY;
    if (rarest.count > USERS_SEARCHED_MAX) {
      const ids = await repos.userSearch.listNewestIds(terms, USERS_SEARCHED_MAX);
      return { ids, isPartial: (await repos.userList.count()) > USERS_SEARCHED_MAX };
    }
    const isWholeQuery = terms.length === 1 && terms[0] === rarest.piece;
    return { ids: await repos.userSearch.listIds(rarest.piece, isWholeQuery ? [] : terms), isPartial: false };
  }

  return {
    async find(q: string): Promise<FoundUsers> {
      const { alternatives, userId } = userQueryOf(q);
      const found: FoundUsers[] = [];
      for (const terms of alternatives) found.push(await findByTerms(terms));
      const numbered = userId === undefined ? [] : (await repos.userList.listByIds([userId])).map(({ id }) => id);
      const ids = new Set([...found.flatMap((users) => users.ids), ...numbered]);
      return { ids: [...ids].sort((a, b) => b - a), isPartial: found.some(({ isPartial }) => isPartial) };
    },
  };
}
