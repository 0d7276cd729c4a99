import { queryOptions } from '@tanstack/react-query';
import { listRecords } from '#contract/records.ts';
import { call } from '../../api/call.ts';
import { needed } from '../../api/call-error.ts';

/** The history of one vehicle, newest work first, with its total. */
export const recordsQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: ['records', vehicleId],
    queryFn: ({ signal }) => needed(call(listRecords, { params: { vehicleId }, signal })),
    refetchOnWindowFocus: 'always',
  });
