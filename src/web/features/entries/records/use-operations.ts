import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOperations, type Operation } from '#contract/records.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';

const NONE: readonly Operation[] = [];

export const operationsQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: keys.operations(vehicleId),
    queryFn: async ({ signal }) => (await unwrap(call(listOperations, { params: { vehicleId }, signal }))).data,
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The suggestions, and a function that requests them when the field is first focused. */
export function useOperations(vehicleId: number): [readonly Operation[], () => void] {
  const [isRequested, setRequested] = useState(false);
  const { data = NONE } = useQuery({ ...operationsQuery(vehicleId), enabled: isRequested });
  return [data, () => setRequested(true)];
}
