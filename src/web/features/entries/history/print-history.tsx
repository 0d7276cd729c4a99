import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { vehiclePath } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { RetryNotice } from '../../../ui/load-failure.tsx';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import { timelineQuery } from '../entries.queries.ts';
import { useVehicleEntries } from '../entries-context.ts';
import styles from './print-history.module.css';
import type { useTimeline } from './use-timeline.ts';

interface PrintHistoryProps {
  history: ReturnType<typeof useTimeline>;
  /** Number of entries that the filter selects. */
  count: number;
  /** All of them are loaded: the page shows them as on paper. */
  onLoaded: () => void;
  onDone: () => void;
}

/** More entries are better printed from the PDF, which has page numbers, and is made by the server. */
const ADVISED_MAX = 2_000;
/** Rows on a printed page. */
const ROWS_PER_PAGE = 20;
/** Milliseconds after which the progress is shown; most histories are loaded earlier. */
const PATIENCE = 400;

/** Loads all entries that the filter selects and prints them. The list shows them as on paper until the reader does something else. */
export function PrintHistory({ history, count, onLoaded, onDone }: PrintHistoryProps) {
  const { t } = useTranslation('statistics');
  const errorText = useErrorText();
  const format = useFormat();
  const { vehicle } = useVehicleEntries();
  const [isConfirmed, setConfirmed] = useState(count <= ADVISED_MAX);
  const { loaded, isLoaded, failure, retry } = useAllPages(history, vehicle.id, isConfirmed);
  const isSlow = useIsLater(PATIENCE);
  usePrint(isLoaded, onLoaded, onDone);

  return (
    <Dialog isOpen={!isLoaded && (!isConfirmed || isSlow || failure !== undefined)} title={t('print.title')} onClose={onDone} isGuarded>
      {!isConfirmed && <p>{t('print.long', { records: format.number(count), pages: format.number(Math.ceil(count / ROWS_PER_PAGE)) })}</p>}
      {isConfirmed && (
        <>
          <p role="status">{t('print.loading')}</p>
          <progress className={styles.progress} aria-label={t('print.loading')} max={count} value={Math.min(loaded, count)} />
          <p className={styles.count}>{t('print.progress', { loaded: format.number(loaded), all: format.number(count) })}</p>
        </>
      )}
      {failure && <RetryNotice onRetry={retry}>{errorText(failure.code, failure.message)}</RetryNotice>}
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onDone}>
          {t('report.cancel')}
        </Button>
        {!isConfirmed && (
          <>
            <Button look="quiet" onClick={() => setConfirmed(true)}>
              {t('print.anyway')}
            </Button>
            <ButtonLink to={vehiclePath(vehicle.id, 'details')}>{t('report.button')}</ButtonLink>
          </>
        )}
      </div>
    </Dialog>
  );
}

function useIsLater(milliseconds: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLater;
}

/** Loads the further pages of a history while `isOn`, and drops them at the end. `retry` goes on after a failure. */
function useAllPages({ timeline, shown, isWaiting, data }: PrintHistoryProps['history'], vehicleId: number, isOn: boolean) {
  const client = useQueryClient();
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, error } = timeline;
  const isWanted = isOn && data !== undefined && !isWaiting;
  const pages = data?.pages.length ?? 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page (`pages`)
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [pages, isWanted, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  // A history that is left with thousands of entries would be fetched again after each change.
  const { queryKey } = timelineQuery(vehicleId, shown);
  const before = useRef(pages);
  const drop = useStableCallback(() => {
    void client.cancelQueries({ queryKey });
    client.setQueryData(
      queryKey,
      (cached) => cached && { pages: cached.pages.slice(0, before.current), pageParams: cached.pageParams.slice(0, before.current) },
    );
  });
  useEffect(() => drop, [drop]);

  return {
    loaded: data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0,
    isLoaded: isWanted && !hasNextPage,
    failure: isFetchNextPageError && error instanceof CallError ? error.failure : undefined,
    retry: () => void fetchNextPage(),
  };
}

/**
 * Prints once all rows are rendered, then waits for the next press. Not for `afterprint`: on phones it comes before the page is printed.
 * A press with Ctrl can be that of another print.
 */
function usePrint(isLoaded: boolean, onLoaded: () => void, onDone: () => void): void {
  const [isRendered, setRendered] = useState(false);
  const handleLoaded = useStableCallback(onLoaded);
  useEffect(() => {
    if (!isLoaded) return;
    // Rendered in slices, so that the dialog still reacts.
    startTransition(() => {
      handleLoaded();
      setRendered(true);
    });
  }, [isLoaded, handleLoaded]);
  useEffect(() => {
    if (!isRendered) return;
    window.print();
    const end = (event: Event): void => {
      if (!(event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey))) onDone();
    };
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, end, true);
    return () => {
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, end, true);
    };
  }, [isRendered, onDone]);
}
