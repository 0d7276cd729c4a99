import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { RECORDS_PAGE_MAX } from '#contract/limits.ts';
import { listRecords } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { getTimeline, type TimelineSort } from '#contract/timeline.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { afterVehicleWrite, keys } from '../../api/keys.ts';
import { type Entry, type EntryKey, type EntryKind, type EntryOf, entryKey, idIn, kindOf } from './entry.ts';
import { withEntry, withoutEntry, withoutTimelineEntry, withTimelineEntry } from './list/cached-entries.ts';

/** Number of entries that an open vehicle of the list shows. */
export const LATEST = 10;

/** The newest entries of a vehicle, with the total of all entries. */
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
  /** All kinds without it. */
  kinds?: readonly EntryKind[] | undefined;
  /** The entry with which the history begins. */
  at?: EntryKey | undefined;
}

export const isWholeHistory = ({ q, year, sort, kinds, at }: TimelineFilter): boolean =>
  q === '' && year === undefined && sort === 'newest' && kinds === undefined && at === undefined;

const FIRST_PAGES = 50;

/**
 * Number of entries on a page by the number of pages before it: 50, 50, 100, 200, 400, 500 ... so that a long history needs few requests.
 */
export const pageSize = (pagesBefore: number): number => Math.min(RECORDS_PAGE_MAX, FIRST_PAGES * 2 ** Math.max(0, pagesBefore - 1));

interface PageParam {
  limit: number;
  cursor?: string;
  /** What the pages before were selected by. */
  shown?: TimelineFilter;
}

/**
 * The history of a vehicle in pages, searched, filtered and sorted by the server. A number that occurs in no text is taken as a reading: the
 * whole history then begins with the entry whose reading is nearest to it. With a year or an order chosen, that entry is only named.
 *
 * A page stays on the screen until another selection is answered, so it names the filter that was asked for, and the one that it shows.
 */
export const timelineQuery = (vehicleId: number, filter: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.timelines(vehicleId), filter],
    queryFn: async ({ signal, pageParam: { limit, cursor, shown = filter } }) => {
      const load = ({ q, year, sort, kinds = ENTRY_KINDS, at }: TimelineFilter) => {
        // A history that begins with an entry is not filtered, and neither are its later pages.
        const selection = at === undefined ? { q: q || undefined, year, sort } : { at: cursor === undefined ? idIn(at) : undefined };
        return unwrap(call(getTimeline, { params: { vehicleId }, query: { ...selection, kind: kinds.join(','), limit, cursor }, signal }));
      };
      const page = await load(shown);
      const { nearest } = page;
      if (!nearest || page.years?.length !== 0 || filter.year !== undefined || filter.sort !== 'newest')
        return { ...page, asked: filter, shown };
      const fromNearest: TimelineFilter = { q: '', sort: 'newest', at: entryKey(nearest) };
      return { ...(await load(fromNearest)), nearest, asked: filter, shown: fromNearest };
    },
    initialPageParam: { limit: pageSize(0) } as PageParam,
    getNextPageParam: ({ nextCursor, shown }, pages): PageParam | undefined =>
      nextCursor === null ? undefined : { limit: pageSize(pages.length), cursor: nextCursor, shown },
  });

/** The filter in the key of a history. */
const filterOf = (queryKey: readonly unknown[]): TimelineFilter => queryKey[3] as TimelineFilter;

/** Adds or changes an entry in all cached lists, whose sums are of `currency`, and cancels running fetches, which may be older than the change. */
export function putEntry(client: QueryClient, vehicleId: number, entry: Entry, currency: Currency): void {
  void client.cancelQueries({ queryKey: keys.records(vehicleId) });
  if (kindOf(entry) === 'work')
    client.setQueryData(
      latestQuery(vehicleId).queryKey,
      (latest) => latest && { ...latest, ...withEntry(latest, entry as EntryOf<'work'>, currency) },
    );
  for (const [queryKey] of client.getQueriesData({ queryKey: keys.timelines(vehicleId) })) {
    const filter = filterOf(queryKey);
    client.setQueryData(
      timelineQuery(vehicleId, filter).queryKey,
      (cached) => cached && { ...cached, pages: withTimelineEntry(cached.pages, entry, currency, isWholeHistory(filter)) },
    );
  }
}

/** Removes an entry from all cached lists, in the same way. */
export function dropEntry(client: QueryClient, vehicleId: number, key: EntryKey, currency: Currency): void {
  void client.cancelQueries({ queryKey: keys.records(vehicleId) });
  client.setQueryData(latestQuery(vehicleId).queryKey, (latest) => latest && { ...latest, ...withoutEntry(latest, key, currency) });
  for (const [queryKey] of client.getQueriesData({ queryKey: keys.timelines(vehicleId) }))
    client.setQueryData(
      timelineQuery(vehicleId, filterOf(queryKey)).queryKey,
      (cached) => cached && { ...cached, pages: withoutTimelineEntry(cached.pages, key, currency) },
    );
}

/** Returns a function that fetches again what the entries of a vehicle change, after the answer to a write. */
export function useReloadEntries(vehicleId: number): () => void {
  const client = useQueryClient();
  return useCallback(() => void afterVehicleWrite(client, vehicleId), [client, vehicleId]);
}
