import { queryOptions } from '@tanstack/react-query';
import { listVehicles } from '#contract/vehicles.ts';
import { readerYear } from '../reader-year.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';

/** The book: usable vehicles with their sums, how many are hidden, and the limit. Read anew whenever the tab is come back to. */
export const vehiclesQuery = () =>
  queryOptions({
    queryKey: ['vehicles'],
    queryFn: async ({ signal }) => {
      const year = readerYear();
      return { ...(await unwrap(call(listVehicles, { query: { year }, signal }))), year };
    },
    refetchOnWindowFocus: 'always',
  });
