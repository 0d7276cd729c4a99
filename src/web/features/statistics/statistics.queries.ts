import { queryOptions } from '@tanstack/react-query';
import { getVehicleStatistics, type Period } from '#contract/statistics.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';

/** The statistics of a vehicle, fetched again each time, because any record may have changed. The previous period stays until then. */
export const statisticsQuery = (vehicleId: number, { from, to }: Period) =>
  queryOptions({
    queryKey: ['statistics', vehicleId, from ?? null, to ?? null],
    queryFn: async ({ signal }) => (await unwrap(call(getVehicleStatistics, { params: { vehicleId }, query: { from, to }, signal }))).data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: (previous, query) => (query?.queryKey[1] === vehicleId ? previous : undefined),
  });
