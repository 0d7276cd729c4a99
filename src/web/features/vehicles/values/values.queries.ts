import { queryOptions } from '@tanstack/react-query';
import { listValues } from '#contract/values.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';

/** What a vehicle was worth, the oldest first. */
export const valuesQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: [...keys.vehicle(vehicleId), 'values'],
    queryFn: async ({ signal }) => (await unwrap(call(listValues, { params: { vehicleId }, signal }))).data,
  });
