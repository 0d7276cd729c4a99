import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getUserPage, type UserPage } from '#contract/accounts.admin.ts';
import { listUsers, type UserList } from '#contract/users.admin.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** One page of a list of users. */
export const usersQuery = (query: { list: UserList; q: string; page: number }) =>
  queryOptions({
    queryKey: [...keys.users, query],
    queryFn: ({ signal }) => unwrap(call(listUsers, { query, signal })),
    ...LIST_QUERY,
  });

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.adminUser(userId),
    queryFn: ({ signal }) => unwrap(call(getUserPage, { params: { userId }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: 'always' as const,
  });

/** Cache updates after an action: `put` shows the changed user, `reload` fetches the user again. */
export function useUserCache() {
  const client = useQueryClient();
  return {
    put: (data: UserPage): void => void client.setQueryData(userQuery(data.user_id).queryKey, { success: true, data }),
    reload: (userId: number) => client.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
  };
}
