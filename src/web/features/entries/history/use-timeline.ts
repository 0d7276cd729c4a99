import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type TimelineFilter, timelineQuery } from '../records.queries.ts';

/**
 * The history that the filter selects; until it has loaded, the one shown before. A number that occurs in no text is taken as a reading:
 * the whole history then begins with the record whose reading is nearest to it. With a year or an order chosen, that record is only offered.
 */
export function useTimeline(vehicleId: number, filter: TimelineFilter) {
  const first = useInfiniteQuery(timelineQuery(vehicleId, filter)).data?.pages[0];
  const nearest = first?.nearest ?? null;
  const isJump = nearest !== null && first?.years?.length === 0 && filter.year === undefined && filter.sort === 'newest';
  const wanted: TimelineFilter = isJump ? { q: '', sort: 'newest', at: nearest.id } : filter;
  const timeline = useInfiniteQuery(timelineQuery(vehicleId, wanted));
  // Deferred: React renders the records of another selection in slices, and input does not wait for them.
  const key = JSON.stringify(wanted);
  const isShown = useDeferredValue(timeline.data && key) === key && timeline.data !== undefined;
  // With the filter that it belongs to: the number, the total and the years of the records depend on it.
  const [last, setLast] = useState({ filter: wanted, data: isShown ? timeline.data : undefined });
  if (isShown && timeline.data !== last.data) setLast({ filter: wanted, data: timeline.data });
  const isWaiting = !isShown && !timeline.isLoadingError && last.data !== undefined;
  const data = isShown ? timeline.data : isWaiting ? last.data : undefined;
  return { timeline, nearest, isJump, isWaiting, shown: isWaiting ? last.filter : wanted, data };
}
