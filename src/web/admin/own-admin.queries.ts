import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOwnAdmin, type OwnAdmin } from '#contract/admin-account.ts';
import { type AdminRole, isAllowed } from '#contract/roles.ts';
import { call } from '../api/call.ts';
import { unwrap } from '../api/call-error.ts';
import { keys } from '../api/keys.ts';

/** The account of the logged-in administrator. */
export const ownAdminQuery = () =>
  queryOptions({
    queryKey: keys.ownAdmin,
    queryFn: ({ signal }) => unwrap(call(getOwnAdmin, { signal })),
    select: ({ data }): OwnAdmin => data,
  });

/** Whether the administrator may use what needs that role; false until the role is known. The server checks each request. */
export function useIsAllowed(role: AdminRole): boolean {
  const { data } = useQuery({ ...ownAdminQuery(), enabled: false });
  return data !== undefined && isAllowed(data.role, role);
}
