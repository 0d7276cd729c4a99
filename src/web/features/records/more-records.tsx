import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './record-history.module.css';
import type { useTimeline } from './use-timeline.ts';

/** Loads the next page. `focusFrom` is the index of the first record that it adds, and gets the focus. */
export function useMore({ timeline, data, isWaiting }: Pick<ReturnType<typeof useTimeline>, 'timeline' | 'data' | 'isWaiting'>) {
  const [isLoading, setLoading] = useState(false);
  const [focusFrom, setFocusFrom] = useState<number>();
  async function load() {
    if (isLoading || isWaiting) return;
    setLoading(true);
    setFocusFrom(data?.pages.reduce((sum, page) => sum + page.data.length, 0));
    // A next page is not fetched beside another fetch, and must not cancel one that follows a write.
    if (timeline.isFetching) await timeline.refetch({ cancelRefetch: false });
    const { isFetchNextPageError } = await timeline.fetchNextPage();
    if (isFetchNextPageError) setFocusFrom(undefined);
    setLoading(false);
  }
  return { load: () => void load(), isLoading, focusFrom };
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
