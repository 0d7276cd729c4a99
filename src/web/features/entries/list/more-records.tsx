import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import { Button } from '../../../ui/button.tsx';
import type { useTimeline } from '../history/use-timeline.ts';
import styles from './record-history.module.css';
import { findInRow } from './record-row.ts';

/** Loads the next page and moves the focus to its first record, because the button then follows the new records or is removed. */
export function useMore({ timeline, isWaiting }: ReturnType<typeof useTimeline>, records: readonly ServiceRecord[]) {
  // Read while rendering, so that they are current in the event handler.
  const { isFetching, isFetchingNextPage } = timeline;
  const loadedBefore = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are a new array in each render
  useEffect(() => {
    const first = loadedBefore.current === undefined ? undefined : records[loadedBefore.current];
    if (!first) return;
    loadedBefore.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[data-more]')) findInRow(first.id)?.focus({ preventScroll: true });
  }, [records.length]);
  async function load() {
    if (isFetchingNextPage || isWaiting) return;
    loadedBefore.current = records.length;
    // Cancels a running fetch of the shown pages, during which the press would be ignored.
    const { isFetchNextPageError } = await timeline.fetchNextPage();
    if (isFetchNextPageError) loadedBefore.current = undefined;
    if (isFetching) void timeline.refetch();
  }
  return () => void load();
}

interface MoreRecordsProps {
  /** Number of records on the next page. */
  next: number;
  /** Number of records that are not loaded; undefined if unknown. */
  rest: number | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}

export function MoreRecords({ next, rest, isLoading, hasFailed, onMore }: MoreRecordsProps) {
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
