import { queryOptions } from '@tanstack/react-query';
import { listUsers } from '#contract/users.admin.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { LIST_QUERY } from '../../lists/list-query.ts';

export const USER_PAGES = ['admin', 'users'];

/** One page of users, newest first. */
export const usersQuery = (query: { q: string; page: number }) =>
  queryOptions({
    queryKey: [...USER_PAGES, query],
    queryFn: ({ signal }) => unwrap(call(listUsers, { query, signal })),
    ...LIST_QUERY,
  });
