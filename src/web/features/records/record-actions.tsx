import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './record-history.module.css';

/** Props shared by the table and the cards. */
export interface RecordsProps {
  records: readonly ServiceRecord[];
  /** Total of all records, including those not loaded. */
  totalCost: number;
  vehicleName: string;
  unit: ReadingUnit;
  currency: Currency;
  /** The record saved last; its row is highlighted briefly. */
  savedId: number | undefined;
  /** The controls that load more records. */
  more: ReactNode;
  /** The form in place of a record's row while it is edited. */
  renderForm: (record: ServiceRecord) => ReactNode;
  onEdit: (record: ServiceRecord) => void;
  onRemove: (record: ServiceRecord) => void;
}

/** The texts of a record's row. */
type RowTexts = (record: ServiceRecord) => { day: string; reading: string; price: string; edit: string; remove: string };

/** Computed once for all rows: calling these hooks in hundreds of rows would be slow. */
export function useRowTexts(unit: ReadingUnit, currency: Currency): RowTexts {
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
}

interface RecordActionsProps extends Pick<RowProps, 'record' | 'onEdit' | 'onRemove'> {
  texts: ReturnType<RowTexts>;
}

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
