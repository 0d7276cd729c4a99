import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';

/** How many vehicles are usable, of how many, and how many are hidden, by the list that the book shows. */
export const vehicleCountQuery = () =>
  queryOptions({ ...vehiclesQuery(), select: ({ data, hidden, limit }) => ({ count: data.length, hidden, limit }) });

/** Where the caller is logged in; asked anew each time it is shown. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => unwrap(call(listSessions, { signal })),
    select: ({ data }) => data,
    staleTime: 0,
  });
