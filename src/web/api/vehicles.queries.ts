import { queryOptions } from '@tanstack/react-query';
import { listVehicles } from '#contract/vehicles.ts';
import { call } from './call.ts';
import { needed } from './call-error.ts';

/** The book: usable vehicles with their sums, how many are hidden, and the limit. Read anew whenever the tab is come back to. */
export const vehiclesQuery = () =>
  queryOptions({
    queryKey: ['vehicles'],
    queryFn: ({ signal }) => needed(call(listVehicles, { signal })),
    refetchOnWindowFocus: 'always',
  });
