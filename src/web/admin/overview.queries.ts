import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getOverview } from '#contract/overview.ts';
import { call } from '../api/call.ts';
import { unwrap } from '../api/call-error.ts';
import { keys } from '../api/keys.ts';

/** Milliseconds between two requests; none in a hidden tab. */
const RELOAD = 30_000;

/** What waits for the administrator; fetched again when another tab of the panel is opened. */
export const overviewQuery = (tab: string) =>
  queryOptions({
    queryKey: [...keys.overview, tab],
    queryFn: ({ signal }) => unwrap(call(getOverview, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: RELOAD,
  });
