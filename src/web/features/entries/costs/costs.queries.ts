import { queryOptions } from '@tanstack/react-query';
import { listCosts } from '#contract/costs.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';

/** Enough to find the yearly costs of the last two years of most vehicles. */
const LATEST = 200;

/** The newest costs of a vehicle. */
export const latestCostsQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: [...keys.records(vehicleId), 'costs'],
    queryFn: async ({ signal }) => (await unwrap(call(listCosts, { params: { vehicleId }, query: { limit: LATEST }, signal }))).data,
    retry: false,
  });
