import { USER_SEARCHES_PER_HOUR, USERS_FOUND_FOR_ORDERS } from '#contract/limits.ts';
import { isAllowed } from '#contract/roles.ts';
import { type ListedUser, listUsers, USER_LISTS, type UserCounts, type UserList } from '#contract/users.admin.ts';
import type { AdminCaller } from '../../caller.ts';
import { type PageQuery, sliceOf, slicesOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VisitorLimitsService } from '../buckets/visitor-limits.service.ts';
import type { ListedUserRow, UserListRepo } from './user-list.repo.ts';
import { isInList, listTimes, sectionsOfList, type UserSection } from './user-lists.rules.ts';
import type { UserSearch } from './user-search.service.ts';
import { toListedUser } from './users.service.ts';

interface Deps {
  work: Work<{ userList: UserListRepo }>;
  clock: Clock;
  search: UserSearch['find'];
  limits: Pick<VisitorLimitsService, 'countAdmin'>;
}

interface UserPageOf {
  users: ListedUser[];
  total: number;
  counts: UserCounts;
  is_more: boolean;
}

export type UserListsService = ReturnType<typeof userListsService>;

/** The administrators' lists of users. */
export function userListsService({ work: { repos }, clock, search, limits }: Deps) {
  const { userList } = repos;

  async function pageOfAll(list: UserList, page: PageQuery, now: number) {
    const times = listTimes(now);
    const sections = await userList.countSections(times);
    const all = await userList.count();
    // Counted one after another: users may be added or removed meanwhile.
    const free = Math.max(all - sections.family - sections.business - sections.ended, 0);
    const { ended, ...others } = sections;
    const counts: UserCounts = { all, basic: free + ended, ...others };
    if (list === 'all') {
      const slice = sliceOf(page, all);
      return { counts, rows: slice ? await userList.list(slice) : [] };
    }
    const totals: Record<UserSection, number> = { ...sections, free };
    const parts = sectionsOfList(list);
    const slices = slicesOf(
      page,
      parts.map((section) => totals[section]),
    );
    const rows: ListedUserRow[] = [];
    for (const [index, section] of parts.entries()) {
      const slice = slices[index];
      if (slice) rows.push(...(await userList.listSection(section, times, slice)));
    }
    return { counts, rows };
  }

  async function pageOfFound(ids: readonly number[], list: UserList, { page, pageSize }: PageQuery, now: number) {
    const found = ids.length === 0 ? [] : await userList.listFacts(ids);
    const times = listTimes(now);
    const idsIn = (one: UserList) => found.filter((user) => isInList(one, user, now, times)).map(({ id }) => id);
    const counts = Object.fromEntries(USER_LISTS.map((one) => [one, idsIn(one).length])) as UserCounts;
    const shown = idsIn(list).slice((page - 1) * pageSize, page * pageSize);
    return { counts, rows: shown.length === 0 ? [] : await userList.listByIds(shown) };
  }

  const pageAnswer = (list: UserList, counts: UserCounts, rows: readonly ListedUserRow[], isMore: boolean): UserPageOf => ({
    users: rows.map((row) => toListedUser(row, clock.now())),
    total: counts[list],
    counts,
    is_more: isMore,
  });

  return {
    /**
     * `q` contains parts of names, emails and phone numbers, or a user’s number. The role `orders` finds few users and makes a number of
     * searches per hour, so that it reads many users only slowly: then 429.
     */
    async list({ adminId, role }: AdminCaller, { q, list, ...page }: PageQuery & { q: string; list: UserList }): Promise<UserPageOf> {
      const now = clock.now();
      if (!isAllowed(role, 'all')) {
        if (q !== '') await limits.countAdmin(listUsers.path, adminId, USER_SEARCHES_PER_HOUR);
        const { ids, isPartial } = q === '' ? { ids: [], isPartial: false } : await search(q);
        const { counts, rows } = await pageOfFound(ids.slice(0, USERS_FOUND_FOR_ORDERS), list, page, now);
        return pageAnswer(list, counts, rows, isPartial || ids.length > USERS_FOUND_FOR_ORDERS);
      }
      const found = q === '' ? undefined : await search(q);
      const { counts, rows } = found ? await pageOfFound(found.ids, list, page, now) : await pageOfAll(list, page, now);
      return pageAnswer(list, counts, rows, found?.isPartial ?? false);
    },
  };
}
