import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServiceRecord } from '#contract/records.ts';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>;

interface WantedRecordOptions {
  /** undefined if no record is requested. */
  recordId: number | undefined;
  records: readonly ServiceRecord[] | undefined;
  pages: Pages;
  onFound: (record: ServiceRecord) => void;
  /** The record was found, or cannot be found. */
  onDone: () => void;
}

/** Loads further pages of the history until they contain the requested record. */
export function useLoadRecord({ recordId, records, pages, onFound, onDone }: WantedRecordOptions): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of the history
  useEffect(() => {
    if (recordId === undefined || !records) return;
    const found = records.find(({ id }) => id === recordId);
    if (found) onFound(found);
    if (found || isError || (!hasNextPage && !isFetching)) onDone();
    else if (!isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [recordId, records?.length, hasNextPage, isFetching, isError]);
}
