import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { type Entry, entryKey } from '../entry.ts';
import { findInRow } from '../list/entry-ids.ts';
import styles from '../list/entry-list.module.css';
import type { useTimeline } from './use-timeline.ts';

/** Loads the next page and moves the focus to its first entry, because the button then follows the new entries or is removed. */
export function useShowMore({ timeline, isWaiting }: ReturnType<typeof useTimeline>, entries: readonly Entry[]) {
  // Read while rendering, so that they are current in the event handler.
  const { isFetching, isFetchingNextPage } = timeline;
  const loadedBefore = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are a new array in each render
  useEffect(() => {
    const first = loadedBefore.current === undefined ? undefined : entries[loadedBefore.current];
    if (!first) return;
    loadedBefore.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[data-more]'))
      findInRow(entryKey(first))?.focus({ preventScroll: true });
  }, [entries.length]);
  async function load() {
    if (isFetchingNextPage || isWaiting) return;
    loadedBefore.current = entries.length;
    // Cancels a running fetch of the shown pages, during which the press would be ignored.
    const { isFetchNextPageError } = await timeline.fetchNextPage();
    if (isFetchNextPageError) loadedBefore.current = undefined;
    if (isFetching) void timeline.refetch();
  }
  return () => void load();
}

interface MoreEntriesProps {
  /** Number of entries on the next page. */
  next: number;
  /** Number of entries that are not loaded; undefined if unknown. */
  rest: number | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}

export function MoreEntries({ next, rest, isLoading, hasFailed, onMore }: MoreEntriesProps) {
  const { t } = useTranslation(['records', 'shell']);
  const more = rest === undefined ? t('history.older') : t('history.more', { count: Math.min(next, rest) });
  return (
    <div className={styles.more} data-more>
      {hasFailed && <span role="alert">{t('history.moreFailed')}</span>}
      <Button look="quiet" aria-busy={isLoading} onClick={onMore}>
        {hasFailed ? t('shell:again') : more}
      </Button>
    </div>
  );
}
