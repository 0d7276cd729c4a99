import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { vehiclePath } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { RetryNotice } from '../../../ui/load-failure.tsx';
import type { RecordsVehicle } from '../list/use-record-editing.tsx';
import type { TimelineFilter } from '../records.queries.ts';
import styles from './print-history.module.css';
import { PrintSheet } from './print-sheet.tsx';
import { useAllRecords } from './use-all-records.ts';

interface PrintHistoryProps {
  vehicle: RecordsVehicle;
  filter: TimelineFilter;
  /** Number of records that the filter selects. */
  count: number;
  onDone: () => void;
}

/** More records are better printed from the PDF, which has page numbers, and is made by the server. */
const ADVISED_MAX = 2_000;
/** Rows on a printed page. */
const ROWS_PER_PAGE = 20;
/** Milliseconds after which the progress is shown; most histories are loaded earlier. */
const PATIENCE = 400;

/** Loads all records that the filter selects and prints them. The printed table stays, invisible, until the reader does something else. */
export function PrintHistory({ vehicle, filter, count, onDone }: PrintHistoryProps) {
  const { t } = useTranslation('statistics');
  const errorText = useErrorText();
  const format = useFormat();
  const [isConfirmed, setConfirmed] = useState(count <= ADVISED_MAX);
  const { all, count: loaded, failure, retry } = useAllRecords(vehicle.vehicleId, filter, isConfirmed);
  const isSlow = useIsLater(PATIENCE);
  usePrint(all !== undefined, onDone);

  return (
    <>
      {all && <PrintSheet vehicle={vehicle} filter={filter} {...all} />}
      <Dialog isOpen={!all && (!isConfirmed || isSlow || failure !== undefined)} title={t('print.title')} onClose={onDone} isGuarded>
        {!isConfirmed && (
          <p>{t('print.long', { records: format.number(count), pages: format.number(Math.ceil(count / ROWS_PER_PAGE)) })}</p>
        )}
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
              <ButtonLink to={vehiclePath(vehicle.vehicleId, 'details')}>{t('report.button')}</ButtonLink>
            </>
          )}
        </div>
      </Dialog>
    </>
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

/**
 * Prints once the sheet is rendered, then waits for the next press. Not for `afterprint`: on phones it comes before the page is printed.
 * A press with Ctrl can be that of another print.
 */
function usePrint(isReady: boolean, onDone: () => void): void {
  const isPrinted = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (!isPrinted.current) window.print();
    isPrinted.current = true;
    const end = (event: Event): void => {
      if (!(event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey))) onDone();
    };
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, end, true);
    return () => {
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, end, true);
    };
  }, [isReady, onDone]);
}
