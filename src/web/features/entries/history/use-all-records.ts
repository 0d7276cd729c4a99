import { startTransition, useEffect, useState } from 'react';
import { RECORDS_PAGE_MAX } from '#contract/limits.ts';
import type { ServiceRecord } from '#contract/records.ts';
import { getTimeline, type HistoryYear } from '#contract/timeline.ts';
import { type CallFailure, call } from '../../../api/call.ts';
import type { TimelineFilter } from '../records.queries.ts';

export interface AllRecords {
  records: readonly ServiceRecord[];
  years: readonly HistoryYear[];
  /** False if a search took too long. */
  isComplete: boolean;
}

/** What is loaded so far. */
interface Loaded extends AllRecords {
  /** Undefined before the first page, null after the last one. */
  cursor: string | null | undefined;
}

const NOTHING: Loaded = { records: [], years: [], isComplete: true, cursor: undefined };

/** Loads all records of a history, without keeping them in the cache, while `isOn`. `retry` goes on after a failure. */
export function useAllRecords(vehicleId: number, { q, year, sort }: TimelineFilter, isOn: boolean) {
  const [loaded, setLoaded] = useState(NOTHING);
  const [failure, setFailure] = useState<CallFailure>();
  const { cursor } = loaded;

  useEffect(() => {
    if (!isOn || cursor === null || failure) return;
    const controller = new AbortController();
    const query = { q: q || undefined, year, sort, limit: RECORDS_PAGE_MAX, cursor };
    void call(getTimeline, { params: { vehicleId }, query, signal: controller.signal }).then((page) => {
      if (controller.signal.aborted) return;
      if (!page.success) return setFailure(page);
      // Thousands of rows follow the last page: rendered in parts, so that the dialog still reacts.
      startTransition(() =>
        setLoaded(({ records, years, isComplete }) => ({
          records: [...records, ...page.data],
          years: page.years ?? years,
          isComplete: isComplete && page.isComplete,
          cursor: page.nextCursor,
        })),
      );
    });
    return () => controller.abort();
  }, [isOn, cursor, failure, vehicleId, q, year, sort]);

  return {
    count: loaded.records.length,
    all: cursor === null ? loaded : undefined,
    failure,
    retry: () => setFailure(undefined),
  };
}
