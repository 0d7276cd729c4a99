import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferenceReading, ServiceRecord } from '#contract/records.ts';
import { CallError } from '../../../api/call-error.ts';
import { hasDraft } from '../../../forms/drafts.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { showToast } from '../../../ui/toast.ts';
import { isBelow, PHONE } from '../../../ui/use-is-below.ts';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import { HiddenDrafts } from '../form/hidden-drafts.tsx';
import { NewRecordForm } from '../form/new-record-form.tsx';
import { newRecordKey } from '../form/record-draft-keys.ts';
import styles from '../list/history-line.module.css';
import { MoreRecords, useMore } from '../list/more-records.tsx';
import { RecordHistory } from '../list/record-history.tsx';
import { countOf, totalOf } from '../list/record-list.ts';
import { findInRow } from '../list/record-row.ts';
import { type RecordsVehicle, useRecordEditing } from '../list/use-record-editing.tsx';
import { pageSize } from '../records.queries.ts';
import { HistoryFilter } from './history-filter.tsx';
import { FilterLine } from './on-paper.tsx';
import { useTimeline } from './use-timeline.ts';
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

/** On the page of a vehicle: the form for new records unless the vehicle is archived, and all records with search, years and order. */
export function WholeHistory({ recordCount, focusRequest: allRequests, onChanged, ...vehicle }: WholeHistoryProps) {
  const { vehicleId, unit } = vehicle;
  const { t } = useTranslation('records');
  const control = useTimelineFilter();
  const { filter, isFiltered } = control;
  const history = useTimeline(vehicleId, filter);
  const { timeline, nearest, isJump, isWaiting, shown, data } = history;
  const loaded = data?.pages.flatMap((page) => page.data) ?? [];
  const years = data?.pages[0]?.years ?? [];
  const { settings, editing, editedIds, records, removedId, onSaved } = useRecordEditing({
    ...{ vehicle, records: loaded },
    selection: JSON.stringify(shown),
  });
  // The requests before the user came back from another view are done.
  const [requestsBefore] = useState(allRequests);
  const focusRequest = allRequests - requestsBefore;
  // On phones the form is folded until it is requested or has a draft.
  const [foldedAt, setFoldedAt] = useState(() => (hasDraft(newRecordKey(vehicleId)) ? -1 : 0));
  const isFolded = focusRequest <= foldedAt;
  const focusTitle = () => document.getElementById(`history-${vehicleId}`)?.focus();
  function fold() {
    setFoldedAt(focusRequest);
    requestAnimationFrame(focusTitle);
  }
  function handleSaved(record: ServiceRecord, isBlank: boolean) {
    onSaved(record);
    if (!isBlank || !isBelow(PHONE)) return;
    fold();
    showToast({ text: t('form.added', { name: record.operationName }) });
  }
  /** Shows other records; the pressed button disappears with those shown before. */
  function leave(change: () => void) {
    change();
    focusTitle();
  }
  useUnknownRecord(timeline.error, onChanged, () => control.change({ at: undefined }));
  useScrollToRecord(isWaiting ? undefined : filter.at, records);

  const [isPrinting, setPrinting] = useState(false);
  const endPrinting = useStableCallback(() => setPrinting(false));
  const showMore = useMore(history, loaded);
  const count = data ? countOf(years, shown.year) : recordCount;
  const isByDate = shown.sort === 'newest' || shown.sort === 'oldest';
  return (
    <>
      {editing && (
        <div className={wholeStyles.newRecord} data-folded={isFolded || undefined}>
          <NewRecordForm
            {...settings}
            reading={vehicle.reading}
            hasRecords={recordCount > 0}
            focusRequest={focusRequest}
            removedId={removedId}
            onSaved={handleSaved}
            onFold={isFolded ? undefined : fold}
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
        history={data && { records, totalCost: totalOf(years, shown.year), ...(isByDate && { years }) }}
        error={timeline.error}
        isWaiting={isWaiting}
        count={count}
        expectedRows={Math.min(recordCount, pageSize(0))}
        markedId={shown.at}
        none={isFiltered && <NothingFound onClear={() => leave(control.clear)} />}
        action={
          records.length > 0 && (
            <Button look="plain" className={wholeStyles.print} onClick={() => setPrinting(true)}>
              {t('history.print')}
            </Button>
          )
        }
        onAgain={() => void timeline.refetch()}
        more={
          data?.pages.at(-1)?.nextCursor && (
            <MoreRecords
              next={pageSize(data.pages.length)}
              rest={shown.at === undefined ? count - loaded.length : undefined}
              isLoading={timeline.isFetchingNextPage}
              hasFailed={timeline.isFetchNextPageError}
              onMore={showMore}
            />
          )
        }
      >
        <FilterLine {...shown} />
        {recordCount > 0 && (
          <HistoryFilter {...control} years={years} unit={unit} found={isFiltered && !isJump && !isWaiting && data ? count : undefined} />
        )}
        <div role="status">
          {data?.pages.some(({ isComplete }) => !isComplete) && <p className={styles.line}>{t('filter.incomplete')}</p>}
          {nearest && (
            <NearestReading
              nearest={nearest}
              unit={unit}
              onGo={isJump ? undefined : () => control.change({ q: '', year: undefined, sort: 'newest', at: nearest.id })}
            />
          )}
        </div>
        {editing && data && <HiddenDrafts vehicleId={vehicleId} editedIds={editedIds} records={records} />}
        {filter.at !== undefined && (
          <p className={styles.line}>
            {t('history.fromRecord')}{' '}
            <Button look="plain" onClick={() => leave(() => control.change({ at: undefined }))}>
              {t('history.fromNewest')}
            </Button>
          </p>
        )}
      </RecordHistory>
    </>
  );
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
    <p className={styles.line}>
      {t('filter.nearest', { reading: reading(nearest.reading, unit), day: format.day(nearest.performedOn) })}{' '}
      {onGo && (
        <Button look="plain" onClick={onGo}>
          {t('filter.goTo')}
        </Button>
      )}
    </p>
  );
}
