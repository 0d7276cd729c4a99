import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOn } from '../../../ui/focus-on.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import { pageSize, type TimelineFilter } from '../entries.queries.ts';
import { VehicleEntriesContext } from '../entries-context.ts';
import { HiddenDrafts } from '../form/hidden-drafts.tsx';
import { countOf, totalOf } from '../list/cached-entries.ts';
import { titleId } from '../list/entry-ids.ts';
import { EntryList } from '../list/entry-list.tsx';
import styles from '../list/history-line.module.css';
import { FilterLine } from '../list/on-paper.tsx';
import { useEntryEditing } from '../list/use-entry-editing.ts';
import { HistoryFilter } from './history-filter.tsx';
import { MoreEntries, useShowMore } from './more-entries.tsx';
import { NearestReading } from './nearest-reading.tsx';
import { type EntryRequest, NewEntry } from './new-entry.tsx';
import { useLinkedEntry } from './use-linked-entry.ts';
import { useTimeline } from './use-timeline.ts';
import { useTimelineFilter } from './use-timeline-filter.ts';
import wholeStyles from './whole-history.module.css';

interface WholeHistoryProps {
  vehicle: Vehicle;
  currency: Currency;
  /** The last request to enter something. */
  request: EntryRequest;
}

const PrintHistory = lazyPart(async () => {
  const [{ PrintHistory: component }] = await Promise.all([import('./print-history.tsx'), loadTexts(['statistics'])]);
  return component;
});

/** On the page of a vehicle: the form for new entries unless the vehicle is archived, and all entries with search, years and order. */
export function WholeHistory({ vehicle, currency, request }: WholeHistoryProps) {
  const { entryCount } = vehicle;
  const { t } = useTranslation('records');
  const control = useTimelineFilter();
  const { filter, isFiltered } = control;
  const [printed, setPrinted] = useState<{ filter: TimelineFilter; isWithoutPrices: boolean }>();
  const [isPaper, setPaper] = useState(false);
  const history = useTimeline(vehicle.id, printed?.filter ?? filter);
  const { timeline, nearest, isWaiting, shown, data } = history;
  const isJump = nearest !== null && shown.at !== undefined;
  const loaded = data?.pages.flatMap((page) => page.data) ?? [];
  const years = data?.pages[0]?.years ?? [];
  const isComplete = data?.pages.every((page) => page.isComplete) ?? true;
  const { entries, editing } = useEntryEditing(vehicle, currency, loaded, JSON.stringify(shown));
  const fromStart = () => control.change({ at: undefined });
  useLinkedEntry({ at: isWaiting ? undefined : filter.at, entries, error: timeline.error, vehicleId: vehicle.id, onUnknown: fromStart });
  const showMore = useShowMore(history, loaded);
  const endPrinting = useStableCallback(() => {
    setPrinted(undefined);
    setPaper(false);
  });
  const print = (isWithoutPrices: boolean) => setPrinted({ filter: { ...shown, at: undefined }, isWithoutPrices });
  /** Shows other entries; the pressed button disappears with those shown before. */
  function leave(change: () => void) {
    change();
    focusOn(titleId(vehicle.id));
  }

  const count = data ? countOf(years, shown.year) : entryCount;
  const isByDate = shown.sort === 'newest' || shown.sort === 'oldest';
  return (
    <VehicleEntriesContext value={{ vehicle, currency, editing, isWithoutPrices: isPaper && printed?.isWithoutPrices }}>
      {editing && <NewEntry request={request} />}
      {printed && (
        <Suspense fallback={null}>
          <PrintHistory history={history} count={count} onLoaded={() => setPaper(true)} onDone={endPrinting} />
        </Suspense>
      )}
      <EntryList
        level={2}
        history={data && { entries, ...totalOf(years, shown.year), years: isByDate ? years : undefined }}
        error={timeline.error}
        isWaiting={isWaiting}
        count={count}
        expectedRows={Math.min(entryCount, pageSize(0))}
        markedKey={shown.at}
        isPaper={isPaper}
        none={isFiltered && <NothingFound onClear={() => leave(control.clear)} />}
        action={
          entries.length > 0 && (
            <span className={wholeStyles.print}>
              <Button look="plain" onClick={() => print(false)}>
                {t('history.print')}
              </Button>
              <Button look="plain" aria-label={t('history.printWithoutPrices')} onClick={() => print(true)}>
                {t('history.withoutPrices')}
              </Button>
            </span>
          )
        }
        onAgain={() => void timeline.refetch()}
        more={
          !printed &&
          data?.pages.at(-1)?.nextCursor && (
            <MoreEntries
              next={pageSize(data.pages.length)}
              rest={shown.at === undefined ? count - loaded.length : undefined}
              isLoading={timeline.isFetchingNextPage}
              hasFailed={timeline.isFetchNextPageError}
              onMore={showMore}
            />
          )
        }
      >
        <FilterLine {...shown} isComplete={isComplete} />
        {entryCount > 0 && (
          <HistoryFilter {...control} years={years} found={isFiltered && !isJump && !isWaiting && data ? count : undefined} />
        )}
        <div role="status">
          {!isComplete && <p className={styles.line}>{t('filter.incomplete')}</p>}
          {nearest && <NearestReading nearest={nearest} isShown={isJump} onGo={control.change} />}
        </div>
        {editing && data && <HiddenDrafts entries={entries} />}
        {(filter.at !== undefined || isJump) && (
          <p className={styles.line}>
            {t('history.fromRecord')}{' '}
            <Button look="plain" onClick={() => leave(isJump ? control.clear : fromStart)}>
              {t('history.fromNewest')}
            </Button>
          </p>
        )}
      </EntryList>
    </VehicleEntriesContext>
  );
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
