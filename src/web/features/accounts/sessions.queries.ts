import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** The user's sessions; fetched again each time they are shown. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => unwrap(call(listSessions, { signal })),
    select: ({ data }) => data,
    staleTime: 0,
  });
