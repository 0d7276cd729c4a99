import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#contract/users.ts';
import { call } from './call.ts';
import { needed } from './call-error.ts';

/** The caller's own data: shared by the pages that show a name, a tariff or a currency. */
export const userQuery = () =>
  queryOptions({ queryKey: ['user'], queryFn: ({ signal }) => needed(call(getUser, { signal })), select: ({ data }) => data });
