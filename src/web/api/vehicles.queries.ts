import { queryOptions } from '@tanstack/react-query';
import { listVehicles } from '#contract/vehicles.ts';
import { localYear } from '../local-day.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { keys } from './keys.ts';

/**
 * The usable vehicles with their totals, the number of hidden vehicles, and the limit. Always fetched again when the tab is shown, because
 * a tariff may have begun or ended.
 */
export const vehiclesQuery = () =>
  queryOptions({
    queryKey: keys.vehicles,
    queryFn: async ({ signal }) => {
      const year = localYear();
      return { ...(await unwrap(call(listVehicles, { query: { year }, signal }))), year };
    },
    refetchOnWindowFocus: 'always',
  });
