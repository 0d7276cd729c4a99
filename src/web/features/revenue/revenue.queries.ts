import { queryOptions } from '@tanstack/react-query';
import { getRevenue } from '#contract/revenue.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

export const revenueQuery = queryOptions({
  queryKey: keys.revenue,
  queryFn: async ({ signal }) => (await unwrap(call(getRevenue, { signal }))).data,
  staleTime: 0,
});
