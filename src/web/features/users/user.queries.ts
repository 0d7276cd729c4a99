import { queryOptions } from '@tanstack/react-query';
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
