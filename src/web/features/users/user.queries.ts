import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '#contract/accounts.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { needed } from '../../api/call-error.ts';

/** How many vehicles are usable, of how many, and how many are hidden; under the list's key, so that a change of the list makes it stale too. */
export const vehicleCountQuery = () =>
  queryOptions({
    queryKey: ['vehicles', 'count'],
    queryFn: async ({ signal }) => {
      const { data, hidden, limit } = await needed(call(listVehicles, { signal }));
      return { count: data.length, hidden, limit };
    },
    staleTime: 0,
  });

/** Where the caller is logged in; asked anew each time it is shown. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => needed(call(listSessions, { signal })),
    select: ({ data }) => data,
    staleTime: 0,
  });
