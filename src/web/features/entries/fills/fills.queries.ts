import { queryOptions } from '@tanstack/react-query';
import { listFills } from '#contract/fills.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';

/** Enough to find the last fill of each fuel. */
const LATEST = 20;

/** The newest fills of a vehicle. */
export const latestFillsQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: [...keys.records(vehicleId), 'fills'],
    queryFn: async ({ signal }) => (await unwrap(call(listFills, { params: { vehicleId }, query: { limit: LATEST }, signal }))).data,
    retry: false,
  });
