import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listUsers } from '#contract/users.admin.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';

export const USER_PAGES = ['admin', 'users'];

/** One page of users, newest first. The previous page stays visible until the next one has loaded. */
export const usersQuery = (query: { q: string; page: number }) =>
  queryOptions({
    queryKey: [...USER_PAGES, query],
    queryFn: ({ signal }) => unwrap(call(listUsers, { query, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
