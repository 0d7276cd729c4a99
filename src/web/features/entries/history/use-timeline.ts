import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type TimelineFilter, timelineQuery } from '../entries.queries.ts';
import { entryKey } from '../entry.ts';

const selectionIn = (data: { pages: { filter: TimelineFilter }[] } | undefined) => JSON.stringify(data?.pages[0]?.filter);

/**
 * The history that the filter selects; until it has loaded, the one shown before. A number that occurs in no text is taken as a reading:
 * the whole history then begins with the entry whose reading is nearest to it. With a year or an order chosen, that entry is only offered.
 * `isFromStart`: the history begins with its first entry in any case.
 */
export function useTimeline(vehicleId: number, filter: TimelineFilter, isFromStart: boolean) {
  const first = useInfiniteQuery(timelineQuery(vehicleId, filter)).data?.pages[0];
  const nearest = first?.nearest ?? null;
  const isJump = nearest !== null && first?.years?.length === 0 && filter.year === undefined && filter.sort === 'newest';
  const from: TimelineFilter = isJump ? { q: '', sort: 'newest', at: entryKey(nearest) } : filter;
  const wanted = isFromStart ? { ...from, at: undefined } : from;
  const timeline = useInfiniteQuery({ ...timelineQuery(vehicleId, wanted), placeholderData: keepPreviousData });
  // Deferred: React renders the entries of another selection in slices, and input does not wait for them. A changed entry is shown at once.
  const deferred = useDeferredValue(timeline.data);
  const data = selectionIn(timeline.data) === selectionIn(deferred) ? timeline.data : deferred;
  /** What `data` was selected by: the number, the total and the years of the entries depend on it. */
  const shown = data?.pages[0]?.filter ?? wanted;
  const isWaiting = data !== undefined && JSON.stringify(shown) !== JSON.stringify(wanted);
  return { timeline, nearest, isJump, isWaiting, shown, data };
}
