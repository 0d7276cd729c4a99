import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { HistoryYear } from '#contract/timeline.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import '../../../ui/print.css';
import { useIsPrinting } from '../../../ui/use-is-printing.ts';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import { ShownRecords } from '../history/on-paper.tsx';
import { RecordCards } from './record-cards.tsx';
import styles from './record-history.module.css';
import { RecordTable } from './record-table.tsx';
import type { RecordEditing, RecordsVehicle } from './use-record-editing.tsx';

interface History {
  records: readonly ServiceRecord[];
  /** Total of all records that the history stands for, including those not loaded. */
  totalCost: number;
  /** Shown as bands between the records, which are then sorted by date. */
  years?: readonly HistoryYear[];
}

interface RecordHistoryProps {
  vehicle: RecordsVehicle;
  /** Level of the title; 4 in the list of vehicles. */
  level?: 2 | 4;
  /** undefined if the records cannot be changed. */
  editing: RecordEditing | undefined;
  /** undefined until it has loaded. */
  history: History | undefined;
  error: Error | null;
  /** Another selection of records is being loaded. */
  isWaiting?: boolean;
  /** Number of records that the history stands for. */
  count: number;
  /** Number of rows for which room is reserved while the history loads. */
  expectedRows: number;
  /** The record that a link or a search points to. */
  markedId?: number | undefined;
  /** Text instead of an empty list. */
  none?: ReactNode;
  onAgain: () => void;
  /** Shown next to the title. */
  action?: ReactNode;
  /** Controls after the last record. */
  more: ReactNode;
  /** Controls between the title and the records. */
  children?: ReactNode;
}

/** Records of a vehicle with their total; a table, or on screens below 678 px a list of cards. */
export function RecordHistory(props: RecordHistoryProps) {
  const { vehicle, editing, history, error, count, expectedRows, markedId, none, action, onAgain, more, children } = props;
  const { t } = useTranslation('records');
  const edit = useStableCallback((record: ServiceRecord) => editing?.onEdit(record));
  const remove = useStableCallback((record: ServiceRecord) => editing?.onRemove(record));
  const isNarrow = useIsBelow(PHONE);
  const isPrinting = useIsPrinting();
  const Records = isNarrow && !isPrinting ? RecordCards : RecordTable;
  const Title = `h${props.level ?? 4}` as const;
  const titleId = `history-${vehicle.vehicleId}`;

  return (
    <section className={styles.history} aria-labelledby={titleId} aria-busy={props.isWaiting} onAnimationEnd={editing?.onSavedShown}>
      <div className={styles.head}>
        <Title id={titleId} tabIndex={-1}>
          {t('history.title')}
        </Title>
        {count > 0 && <small>{t('history.count', { count })}</small>}
        {action}
      </div>
      {children}
      {history && <ShownRecords shown={history.records.length} count={count} />}
      {!history && !error && <Skeleton height={isNarrow ? 105 : 53} count={expectedRows + 1} />}
      {!history && error && <LoadFailure error={error} title={t('history.failed')} onRetry={onAgain} />}
      {history && history.records.length === 0 && <p className={styles.none}>{none ?? t('history.none')}</p>}
      {history && history.records.length > 0 && (
        <Records
          vehicle={vehicle}
          records={history.records}
          years={history.years}
          totalCost={history.totalCost}
          markedId={markedId}
          more={more}
          isPrinting={isPrinting}
          savedId={editing?.savedId}
          renderForm={editing?.renderForm}
          onEdit={editing && edit}
          onRemove={editing && remove}
        />
      )}
    </section>
  );
}
