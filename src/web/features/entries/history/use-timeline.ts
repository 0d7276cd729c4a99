import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type TimelineFilter, timelineQuery } from '../entries.queries.ts';

const askedIn = (data: { pages: { asked: TimelineFilter }[] } | undefined) => JSON.stringify(data?.pages[0]?.asked);

/** The history that the filter selects; until it has loaded, the one shown before. */
export function useTimeline(vehicleId: number, filter: TimelineFilter) {
  const timeline = useInfiniteQuery({ ...timelineQuery(vehicleId, filter), placeholderData: keepPreviousData });
  // Deferred: React renders the entries of another selection in slices, and input does not wait for them. A changed entry is shown at once.
  const deferred = useDeferredValue(timeline.data);
  const data = askedIn(timeline.data) === askedIn(deferred) ? timeline.data : deferred;
  const isWaiting = data !== undefined && askedIn(data) !== JSON.stringify(filter);
  const first = data?.pages[0];
  return {
    ...{ timeline, data, isWaiting },
    /** What `data` was selected by: the number, the total and the years of the entries depend on it. */
    shown: first?.shown ?? filter,
    /** The entry whose reading is nearest to the number in the search. */
    nearest: (!isWaiting && first?.nearest) || null,
  };
}
