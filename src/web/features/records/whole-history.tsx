import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferenceReading, ServiceRecord } from '#contract/records.ts';
import { CallError } from '../../api/call-error.ts';
import { hasDraft } from '../../forms/drafts.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { showToast } from '../../ui/toast.ts';
import { useStableCallback } from '../../ui/use-stable-callback.ts';
import { HistoryFilter } from './history-filter.tsx';
import { NewRecordForm } from './new-record-form.tsx';
import { FilterLine } from './on-paper.tsx';
import { findInRow } from './record-actions.tsx';
import { newRecordKey } from './record-draft-keys.ts';
import styles from './record-history.module.css';
import { RecordHistory } from './record-history.tsx';
import { countOf, totalOf } from './record-list.ts';
import { pageSize, type TimelineFilter, timelineQuery } from './records.queries.ts';
import { type RecordsVehicle, useRecordEditing } from './use-record-editing.tsx';
import { useTimelineFilter } from './use-timeline-filter.ts';
import wholeStyles from './whole-history.module.css';

interface WholeHistoryProps extends RecordsVehicle {
  recordCount: number;
  /** Increases with each request to focus the form for a new record. */
  focusRequest: number;
  /** Totals, readings and last work of the vehicle must be fetched again. */
  onChanged: () => void;
}

const PrintHistory = lazyPart(async () => {
  const [{ PrintHistory: component }] = await Promise.all([import('./print-history.tsx'), loadTexts(['statistics'])]);
  return component;
});

/** Below this width records are cards, and the form is folded. */
const PHONE = '(max-width: 677px)';

/** On the page of a vehicle: the form for new records unless the vehicle is archived, and all records with search, years and order. */
export function WholeHistory({ recordCount, focusRequest, onChanged, ...vehicle }: WholeHistoryProps) {
  const { vehicleId, unit } = vehicle;
  const { t } = useTranslation('records');
  const control = useTimelineFilter();
  const { filter, isFiltered } = control;
  const { timeline, nearest, isJump, shown } = useTimeline(vehicleId, filter);
  const records = timeline.data?.pages.flatMap(({ data }) => data) ?? [];
  const years = timeline.data?.pages[0]?.years ?? [];
  const { settings, editing, removedId, onSaved } = useRecordEditing({ vehicle, records, onChanged });
  // On phones the form is folded until it is requested or has a draft.
  const [foldedAt, setFoldedAt] = useState(() => (hasDraft(newRecordKey(vehicleId)) ? -1 : 0));
  function handleSaved(record: ServiceRecord) {
    onSaved(record);
    if (!window.matchMedia(PHONE).matches) return;
    setFoldedAt(focusRequest);
    showToast({ text: t('form.added', { name: record.operationName }) });
    requestAnimationFrame(() => document.getElementById(`history-${vehicleId}`)?.focus());
  }
  useUnknownRecord(timeline.error, onChanged, () => control.change({ at: undefined }));
  useScrollToRecord(timeline.isPlaceholderData ? undefined : filter.at, records);

  const [isPrinting, setPrinting] = useState(false);
  const endPrinting = useStableCallback(() => setPrinting(false));
  const willFocusMore = useFocusOnMore(records);
  function showMore() {
    if (timeline.isFetchingNextPage) return;
    willFocusMore();
    // Cancels a refetch of the shown pages, during which the press would be ignored.
    void timeline.fetchNextPage();
  }
  const count = timeline.data ? countOf(years, shown.year) : recordCount;
  const isByDate = shown.sort === 'newest' || shown.sort === 'oldest';
  return (
    <>
      {editing && (
        <div className={wholeStyles.newRecord} data-folded={focusRequest <= foldedAt || undefined}>
          <NewRecordForm
            {...settings}
            reading={vehicle.reading}
            hasRecords={recordCount > 0}
            focusRequest={focusRequest}
            removedId={removedId}
            onSaved={handleSaved}
          />
        </div>
      )}
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintHistory vehicle={vehicle} filter={{ ...shown, at: undefined }} count={count} onDone={endPrinting} />
        </Suspense>
      )}
      <RecordHistory
        editing={editing}
        vehicle={vehicle}
        level={2}
        history={timeline.data && { records, totalCost: totalOf(years, shown.year), ...(isByDate && { years }) }}
        error={timeline.error}
        count={count}
        expectedRows={Math.min(recordCount, pageSize(0))}
        markedId={shown.at}
        none={isFiltered && <NothingFound onClear={control.clear} />}
        action={
          records.length > 0 && (
            <Button look="plain" className={wholeStyles.print} onClick={() => setPrinting(true)}>
              {t('history.print')}
            </Button>
          )
        }
        onAgain={() => void timeline.refetch()}
        more={
          timeline.hasNextPage && (
            <MoreRecords
              next={pageSize(timeline.data?.pages.length ?? 0)}
              rest={shown.at === undefined ? count - records.length : undefined}
              isLoading={timeline.isFetchingNextPage}
              onMore={showMore}
            />
          )
        }
      >
        <FilterLine {...shown} />
        {recordCount > 0 && (
          <HistoryFilter {...control} years={years} unit={unit} found={isFiltered && !isJump && timeline.data ? count : undefined} />
        )}
        {nearest && (
          <NearestReading
            nearest={nearest}
            unit={unit}
            onGo={isJump ? undefined : () => control.change({ q: '', year: undefined, at: nearest.id })}
          />
        )}
        {filter.at !== undefined && (
          <p className={styles.draft}>
            {t('history.fromRecord')}{' '}
            <Button look="plain" onClick={() => control.change({ at: undefined })}>
              {t('history.fromNewest')}
            </Button>
          </p>
        )}
      </RecordHistory>
    </>
  );
}

/**
 * The history that the filter selects. A number that occurs in no text is taken as a reading: the whole history then begins with the record
 * whose reading is nearest to it.
 */
function useTimeline(vehicleId: number, filter: TimelineFilter) {
  const found = useInfiniteQuery(timelineQuery(vehicleId, filter));
  const first = found.isPlaceholderData ? undefined : found.data?.pages[0];
  const nearest = first?.nearest ?? null;
  const isJump = nearest !== null && first?.years?.length === 0;
  const shown: TimelineFilter = isJump ? { q: '', sort: 'newest', at: nearest.id } : filter;
  const timeline = useInfiniteQuery(timelineQuery(vehicleId, shown));
  return { timeline, nearest, isJump, shown };
}

/** The record of a link no longer exists: shows the whole history. The vehicle no longer exists: fetches the vehicles again. */
function useUnknownRecord(error: Error | null, onVehicleGone: () => void, onRecordGone: () => void): void {
  const failure = error instanceof CallError ? error.failure : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (failure?.code === 'recordsApi.404') onRecordGone();
    else if (failure?.status === 404 || failure?.code === 'carsApi.hidden') onVehicleGone();
  }, [failure]);
}

/** Scrolls to the record of a link when it is rendered, and focuses its first button, or its row. */
function useScrollToRecord(recordId: number | undefined, records: readonly ServiceRecord[]): void {
  const shownId = useRef<number>(undefined);
  const isListed = records.some(({ id }) => id === recordId);
  useEffect(() => {
    if (recordId === shownId.current) return;
    const target = recordId === undefined ? null : findInRow(recordId);
    if (recordId !== undefined && !(isListed && target)) return;
    shownId.current = recordId;
    target?.closest('tr, li')?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [recordId, isListed]);
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('records');
  return (
    <>
      {t('filter.none')}{' '}
      <Button look="plain" onClick={onClear}>
        {t('filter.showAll')}
      </Button>
    </>
  );
}

interface NearestReadingProps {
  nearest: ReferenceReading;
  unit: RecordsVehicle['unit'];
  /** undefined if the history shows it already. */
  onGo: (() => void) | undefined;
}

/** Names the record whose reading is nearest to the number in the search. */
function NearestReading({ nearest, unit, onGo }: NearestReadingProps) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const reading = useReading();
  return (
    <p className={styles.draft}>
      {t('filter.nearest', { reading: reading(nearest.reading, unit), day: format.day(nearest.performedOn) })}{' '}
      {onGo && (
        <Button look="plain" onClick={onGo}>
          {t('filter.goTo')}
        </Button>
      )}
    </p>
  );
}

interface MoreRecordsProps {
  /** Number of records on the next page. */
  next: number;
  /** Number of records that are not loaded; undefined if unknown. */
  rest: number | undefined;
  isLoading: boolean;
  onMore: () => void;
}

function MoreRecords({ next, rest, isLoading, onMore }: MoreRecordsProps) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.more} data-more>
      <Button look="quiet" aria-busy={isLoading} onClick={onMore}>
        {rest === undefined ? t('history.older') : t('history.more', { count: Math.min(next, rest) })}
      </Button>
    </div>
  );
}

/**
 * Moves the focus to the first newly loaded record, because the button then follows the new records or is removed. Returns a function to
 * call before loading.
 */
function useFocusOnMore(records: readonly ServiceRecord[]): () => void {
  const loadedBefore = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are a new array in each render
  useEffect(() => {
    const first = loadedBefore.current === undefined ? undefined : records[loadedBefore.current];
    if (!first) return;
    loadedBefore.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[data-more]')) findInRow(first.id)?.focus({ preventScroll: true });
  }, [records.length]);
  return () => {
    loadedBefore.current = records.length;
  };
}
