import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { RECORDS_PAGE_MAX } from '#contract/limits.ts';
import { getReadings, listRecords } from '#contract/records.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import type { HistoryPage } from './record-list.ts';

const FIRST_PAGES = 50;

/**
 * Number of records on a page by the number of pages before it: 50, 50, 100, 200, 400, 500 ... so that a long history needs few requests.
 */
export const pageSize = (pagesBefore: number): number => Math.min(RECORDS_PAGE_MAX, FIRST_PAGES * 2 ** Math.max(0, pagesBefore - 1));

interface PageParam {
  limit: number;
  cursor?: string;
}

/** The history of one vehicle in pages, newest work first, with the total of all records. */
export const recordsQuery = (vehicleId: number) =>
  infiniteQueryOptions({
    queryKey: ['records', vehicleId],
    queryFn: ({ signal, pageParam: { limit, cursor } }) =>
      unwrap(call(listRecords, { params: { vehicleId }, query: { limit, cursor }, signal })),
    initialPageParam: { limit: pageSize(0) } as PageParam,
    getNextPageParam: ({ nextCursor }, pages): PageParam | undefined =>
      nextCursor === null ? undefined : { limit: pageSize(pages.length), cursor: nextCursor },
  });

/**
 * The records next to a day, for days before the loaded pages. The key starts with the history's key, so that both are invalidated
 * together.
 */
export const neighboursQuery = (vehicleId: number, day: string, recordId: number | undefined) =>
  queryOptions({
    queryKey: ['records', vehicleId, 'neighbours', day, recordId ?? null],
    queryFn: async ({ signal }) =>
      (await unwrap(call(getReadings, { params: { vehicleId }, query: { performedOn: day, except: recordId }, signal }))).data,
    retry: false,
  });

/** Updates the cached pages and cancels a running fetch, which may be older than the change. */
export function changeHistory(client: QueryClient, vehicleId: number, change: (pages: HistoryPage[]) => HistoryPage[]): void {
  const { queryKey } = recordsQuery(vehicleId);
  void client.cancelQueries({ queryKey });
  client.setQueryData(
    queryKey,
    (cached) => cached && { ...cached, pages: change(cached.pages).map((page) => ({ ...page, success: true as const })) },
  );
}

/** Invalidates the history after the response to a write. */
export const reloadHistory = (client: QueryClient, vehicleId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: recordsQuery(vehicleId).queryKey });
