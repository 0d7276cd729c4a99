import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { RECORDS_PAGE_MAX } from '#contract/limits.ts';
import { getReferenceReadings, listRecords, type ServiceRecord } from '#contract/records.ts';
import { getTimeline, type TimelineSort } from '#contract/timeline.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { withoutRecord, withoutTimelineRecord, withRecord, withTimelineRecord } from './list/record-list.ts';

/** Number of records that an open vehicle of the list shows. */
export const LATEST = 10;

/** The newest records of a vehicle, with the total of all records. */
export const latestQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: keys.latest(vehicleId),
    queryFn: ({ signal }) => unwrap(call(listRecords, { params: { vehicleId }, query: { limit: LATEST }, signal })),
  });

/** What a history shows. */
export interface TimelineFilter {
  /** Search text; may be empty. */
  q: string;
  /** YYYY; undefined for all years. */
  year?: string | undefined;
  sort: TimelineSort;
  /** Id of the record with which the history begins. */
  at?: number | undefined;
}

export const isWholeHistory = ({ q, year, sort, at }: TimelineFilter): boolean =>
  q === '' && year === undefined && sort === 'newest' && at === undefined;

const FIRST_PAGES = 50;

/**
 * Number of records on a page by the number of pages before it: 50, 50, 100, 200, 400, 500 ... so that a long history needs few requests.
 */
export const pageSize = (pagesBefore: number): number => Math.min(RECORDS_PAGE_MAX, FIRST_PAGES * 2 ** Math.max(0, pagesBefore - 1));

interface PageParam {
  limit: number;
  cursor?: string;
}

/** The history of a vehicle in pages, searched, filtered and sorted by the server. */
export const timelineQuery = (vehicleId: number, { q, year, sort, at }: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.timelines(vehicleId), { q, year, sort, at }],
    queryFn: ({ signal, pageParam: { limit, cursor } }) => {
      // A history that begins with a record is not filtered, and neither are its later pages.
      const filter = at === undefined ? { q: q || undefined, year, sort } : { at: cursor === undefined ? at : undefined };
      return unwrap(call(getTimeline, { params: { vehicleId }, query: { ...filter, limit, cursor }, signal }));
    },
    initialPageParam: { limit: pageSize(0) } as PageParam,
    getNextPageParam: ({ nextCursor }, pages): PageParam | undefined =>
      nextCursor === null ? undefined : { limit: pageSize(pages.length), cursor: nextCursor },
  });

/** The filter in the key of a history. */
const filterOf = (queryKey: readonly unknown[]): TimelineFilter => queryKey[3] as TimelineFilter;

/** The records next to a day, for days before the loaded records. */
export const neighboursQuery = (vehicleId: number, day: string, recordId: number | undefined) =>
  queryOptions({
    queryKey: [...keys.neighbours(vehicleId), day, recordId ?? null],
    queryFn: async ({ signal }) =>
      (await unwrap(call(getReferenceReadings, { params: { vehicleId }, query: { performedOn: day, except: recordId }, signal }))).data,
    retry: false,
  });

/** Adds or changes a record in all cached lists, and cancels running fetches, which may be older than the change. */
export function putRecord(client: QueryClient, vehicleId: number, record: ServiceRecord): void {
  void client.cancelQueries({ queryKey: keys.records(vehicleId) });
  client.setQueryData(latestQuery(vehicleId).queryKey, (latest) => latest && { ...latest, ...withRecord(latest, record) });
  for (const [queryKey] of client.getQueriesData({ queryKey: keys.timelines(vehicleId) })) {
    const filter = filterOf(queryKey);
    client.setQueryData(
      timelineQuery(vehicleId, filter).queryKey,
      (cached) => cached && { ...cached, pages: withTimelineRecord(cached.pages, record, isWholeHistory(filter)) },
    );
  }
}

/** Removes a record from all cached lists, in the same way. */
export function dropRecord(client: QueryClient, vehicleId: number, recordId: number): void {
  void client.cancelQueries({ queryKey: keys.records(vehicleId) });
  client.setQueryData(latestQuery(vehicleId).queryKey, (latest) => latest && { ...latest, ...withoutRecord(latest, recordId) });
  for (const [queryKey] of client.getQueriesData({ queryKey: keys.timelines(vehicleId) }))
    client.setQueryData(
      timelineQuery(vehicleId, filterOf(queryKey)).queryKey,
      (cached) => cached && { ...cached, pages: withoutTimelineRecord(cached.pages, recordId) },
    );
}
