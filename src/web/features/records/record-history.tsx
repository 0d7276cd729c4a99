import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { CallError } from '../../api/call-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { useStableCallback } from '../../ui/use-stable-callback.ts';
import { RecordCards } from './record-cards.tsx';
import styles from './record-history.module.css';
import type { History } from './record-list.ts';
import { RecordTable } from './record-table.tsx';
import { pageSize } from './records.queries.ts';

interface RecordHistoryProps {
  history: History | undefined;
  error: Error | null;
  /** Count from the vehicle list; reserves room while the history loads. */
  expectedCount: number;
  vehicleId: number;
  vehicleName: string;
  unit: ReadingUnit;
  currency: Currency;
  savedId: number | undefined;
  /** Called when the row of `savedId` is no longer highlighted. */
  onSavedShown: () => void;
  renderForm: (record: ServiceRecord) => ReactNode;
  onEdit: (record: ServiceRecord) => void;
  onRemove: (record: ServiceRecord) => void;
  onAgain: () => void;
  /** Closes the vehicle. */
  onFold: () => void;
  /** Number of records on the next page; 0 when all are loaded. */
  nextPage: number;
  isLoadingMore: boolean;
  onMore: () => void;
  onAll: () => void;
}

/**
 * Moves the focus to the first newly loaded record, because the button then follows the new records or is removed. Returns a function to
 * call before loading.
 */
function useFocusOnMore(records: readonly ServiceRecord[]): () => void {
  const loadedBefore = useRef<number>(undefined);
  useEffect(() => {
    const first = loadedBefore.current === undefined ? undefined : records[loadedBefore.current];
    if (!first) return;
    loadedBefore.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[data-more]'))
      document.getElementById(`record-edit-${first.id}`)?.focus({ preventScroll: true });
  }, [records]);
  return () => {
    loadedBefore.current = records.length;
  };
}

/** Number of records above which the head stays visible, with the vehicle's name and a button that closes the vehicle. */
const LONG = 10;
/** Rows rendered at once, more than any screen shows; the rest are deferred so that they do not block the page. */
const AT_ONCE = 50;
const NO_RECORDS: readonly ServiceRecord[] = [];

/** When more than AT_ONCE rows are added, defers their rendering. Rows already rendered stay, because they may contain a form. */
function useDrawn(records: readonly ServiceRecord[]): readonly ServiceRecord[] {
  const count = useDeferredValue(records.length, AT_ONCE);
  return useMemo(() => (records.length - count > AT_ONCE ? records.slice(0, count) : records), [records, count]);
}

/** The history in pages, newest first; a table, or a list of cards below 678 px. */
export function RecordHistory(props: RecordHistoryProps) {
  const {
    history,
    error,
    expectedCount,
    vehicleId,
    vehicleName,
    onAgain,
    nextPage,
    isLoadingMore,
    onMore,
    onAll,
    onSavedShown,
    onFold,
    onEdit,
    onRemove,
    ...rest
  } = props;
  const { t } = useTranslation(['records', 'shell']);
  const errorText = useErrorText();
  const drawn = useDrawn(history?.data ?? NO_RECORDS);
  const willFocusMore = useFocusOnMore(drawn);
  const rowCallbacks = { onEdit: useStableCallback(onEdit), onRemove: useStableCallback(onRemove) };
  const isNarrow = useIsBelow(678);
  const loaded = history?.data.length ?? 0;
  const count = !history ? expectedCount : nextPage > 0 ? Math.max(expectedCount, loaded + 1) : loaded;
  const isLong = count > LONG;
  const Records = isNarrow ? RecordCards : RecordTable;

  return (
    <section className={styles.history} aria-labelledby={`history-${vehicleId}`} onAnimationEnd={onSavedShown}>
      <div className={styles.head} data-long={isLong || undefined}>
        <h4 id={`history-${vehicleId}`} tabIndex={-1}>
          {t('history.title')}
        </h4>
        {count > 0 && (
          <small>
            {isLong && (
              <>
                <bdi>{vehicleName}</bdi>,{' '}
              </>
            )}
            {t('history.count', { count })}
          </small>
        )}
        {isLong && <IconButton icon="chevron" label={t('history.fold', { name: vehicleName })} onClick={onFold} />}
      </div>
      {!history && !error && <Skeleton height={isNarrow ? 105 : 53} count={Math.min(expectedCount, pageSize(0)) + 1} />}
      {!history && error && (
        <Notice
          tone="failure"
          action={
            <Button look="quiet" onClick={onAgain}>
              {t('shell:again')}
            </Button>
          }
        >
          <b>{t('history.failed')}</b> {error instanceof CallError && errorText(error.failure.code, error.failure.message)}
        </Notice>
      )}
      {history && count === 0 && <p className={styles.none}>{t('history.none')}</p>}
      {history && count > 0 && (
        <Records
          {...rest}
          {...rowCallbacks}
          vehicleName={vehicleName}
          records={drawn}
          totalCost={history.totalCost}
          more={
            nextPage > 0 && (
              <div className={styles.more} data-more onClickCapture={willFocusMore}>
                <Button look="quiet" aria-busy={isLoadingMore} onClick={onMore}>
                  {t('history.more', { count: Math.min(nextPage, count - loaded) })}
                </Button>
                {count - loaded > nextPage && (
                  <Button look="plain" onClick={onAll}>
                    {t('history.all', { value: count })}
                  </Button>
                )}
              </div>
            )
          }
        />
      )}
    </section>
  );
}
