import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { HistoryYear } from '#contract/timeline.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { IconButton } from '../../../ui/button.tsx';
import styles from './record-history.module.css';
import { rowIdOf } from './record-row.ts';
import type { RecordEditing, RecordsVehicle } from './use-record-editing.tsx';

/** Props shared by the table and the cards. */
export interface RecordsProps {
  vehicle: RecordsVehicle;
  records: readonly ServiceRecord[];
  years: readonly HistoryYear[] | undefined;
  /** Total of all records, including those not loaded. */
  totalCost: number;
  markedId: number | undefined;
  savedId: number | undefined;
  renderForm: RecordEditing['renderForm'] | undefined;
  /** undefined if the records cannot be changed, like `onRemove`. */
  onEdit: RecordEditing['onEdit'] | undefined;
  onRemove: RecordEditing['onRemove'] | undefined;
  more: ReactNode;
  /** All rows are rendered. */
  isPrinting: boolean;
}

/** The year that begins with the record at `index`, if years are shown. */
export function yearAt({ records, years }: Pick<RecordsProps, 'records' | 'years'>, index: number): HistoryYear | undefined {
  const year = records[index]?.performedOn.slice(0, 4);
  if (!years || records[index - 1]?.performedOn.slice(0, 4) === year) return undefined;
  return years.find((one) => one.year === year);
}

/** A year with the number of its records and their cost. */
export function YearBand({ year: { year, records, cost }, currency }: { year: HistoryYear; currency: Currency }) {
  const { t } = useTranslation('records');
  const format = useFormat();
  return (
    <>
      <span>{t('history.year', { year, count: records })}</span> <span className={styles.amount}>{format.money(cost, currency)}</span>
    </>
  );
}

/** The texts of a record's row. */
type RowTexts = (record: ServiceRecord) => { day: string; reading: string; price: string; edit: string; remove: string };

/** Computed once for all rows: calling these hooks in hundreds of rows would be slow. */
export function useRowTexts({ unit, currency }: Pick<RecordsVehicle, 'unit' | 'currency'>): RowTexts {
  const { t } = useTranslation('records');
  const format = useFormat();
  const reading = useReading();
  return useMemo(
    () => (record) => {
      const day = format.day(record.performedOn);
      const named = { name: record.operationName, day };
      return {
        day,
        reading: reading(record.reading, unit),
        price: format.money(record.price, currency),
        edit: t('history.edit', named),
        remove: t('history.remove', named),
      };
    },
    [t, format, reading, unit, currency],
  );
}

/** Rows are memoized: `textsOf` and the callbacks must keep their identity. */
export interface RowProps extends Pick<RecordsProps, 'onEdit' | 'onRemove'> {
  record: ServiceRecord;
  textsOf: RowTexts;
  isSaved: boolean;
  isMarked: boolean;
}

interface RecordActionsProps extends Pick<RowProps, 'record'>, Pick<RecordEditing, 'onEdit' | 'onRemove'> {
  texts: ReturnType<RowTexts>;
}

/** Attributes of a record's row. A row without buttons can be focused itself. */
export const rowAttributes = ({ record, isSaved, isMarked, onEdit }: Omit<RowProps, 'textsOf'>) => ({
  id: rowIdOf(record.id),
  tabIndex: onEdit ? undefined : -1,
  'data-saved': isSaved || undefined,
  'aria-current': isMarked || undefined,
});

export function RecordActions({ record, texts, onEdit, onRemove }: RecordActionsProps) {
  return (
    <span className={styles.actions}>
      <IconButton id={`record-edit-${record.id}`} icon="edit" label={texts.edit} onClick={() => onEdit(record)} />
      <IconButton
        id={`record-remove-${record.id}`}
        icon="trash"
        isDanger
        label={texts.remove}
        // Ignore the second click of a double click: it would hit the row that moved up.
        onClick={({ detail }) => detail < 2 && onRemove(record)}
      />
    </span>
  );
}
