import { queryOptions } from '@tanstack/react-query';
import { getNotices } from '#contract/notices.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** How the user is told about the plans; fetched again each time the form is opened. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: keys.notices,
    queryFn: ({ signal }) => unwrap(call(getNotices, { signal })),
    select: ({ data }) => data,
    staleTime: 0,
    gcTime: 0,
  });
