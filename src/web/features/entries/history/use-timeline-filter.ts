import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { TIMELINE_SEARCH_MAX } from '#contract/limits.ts';
import { TIMELINE_SORTS } from '#contract/timeline.ts';
import { useUrlParams } from '../../../ui/use-url-params.ts';
import { useDelayedWrite, useUrlText } from '../../../ui/use-url-text.ts';
import { isWholeHistory, type TimelineFilter } from '../entries.queries.ts';
import { type EntryKind, keyIn } from '../entry.ts';

/** The kinds in a comma list; undefined, which is all of them, if none is known. */
function kindsIn(text: string): readonly EntryKind[] | undefined {
  const kinds = ENTRY_KINDS.filter((kind) => text.split(',').includes(kind));
  return kinds.length > 0 ? kinds : undefined;
}

function filterOf(query: URLSearchParams): TimelineFilter {
  const year = query.get('year') ?? '';
  return {
    q: (query.get('q') ?? '').trim().slice(0, TIMELINE_SEARCH_MAX),
    year: /^\d{4}$/.test(year) ? year : undefined,
    kinds: kindsIn(query.get('kind') ?? ''),
    sort: TIMELINE_SORTS.find((sort) => sort === query.get('sort')) ?? 'newest',
    at: keyIn(query.get('entry') ?? ''),
  };
}

export interface FilterControl {
  filter: TimelineFilter;
  /** The text in the search field, which is ahead of `filter.q` while the user types. */
  typed: string;
  type: (text: string) => void;
  /** Changes the filter; a change of search, year, kind or order ends the view that begins with an entry. */
  change: (next: Partial<TimelineFilter>) => void;
  clear: () => void;
  isFiltered: boolean;
}

/** What a history shows, kept in the URL, so that it survives a reload, the back button and a shared link. */
export function useTimelineFilter(): FilterControl {
  const { params, edit } = useUrlParams();
  const filter = filterOf(params);
  const [typed, setTyped, markWritten] = useUrlText(filter.q);

  const change = (next: Partial<TimelineFilter>): void =>
    edit(
      (query) => {
        const { q, year, sort, kinds, at } = { ...filterOf(query), at: undefined, ...next };
        // Another query, such as that of a jump to an entry, replaces the text.
        if (q === typed.trim()) markWritten(q);
        return { q, year, kind: kinds?.join(','), sort: sort === 'newest' ? undefined : sort, entry: at };
      },
      { replace: next.at === undefined },
    );
  useDelayedWrite(typed.trim(), filter.q, (q) => change({ q }));

  function clear(): void {
    setTyped('');
    change({ q: '', year: undefined, kinds: undefined, sort: 'newest' });
  }
  return { filter, typed, type: setTyped, change, clear, isFiltered: !isWholeHistory({ ...filter, at: undefined }) };
}
