import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './record-history.module.css';

/** What table and cards are given alike. */
export interface RecordsProps {
  records: readonly ServiceRecord[];
  /** Of all records, also those not shown. */
  totalCost: number;
  vehicleName: string;
  unit: ReadingUnit;
  currency: Currency;
  /** The record that was just written: its row is highlighted for a moment. */
  savedId: number | undefined;
  /** What leads to the records not shown. */
  more: ReactNode;
  /** The form in the place of a record's row, if it is being changed. */
  renderForm: (record: ServiceRecord) => ReactNode;
  onEdit: (record: ServiceRecord) => void;
  onRemove: (record: ServiceRecord) => void;
}

/** What a row shows of its record. */
type RowTexts = (record: ServiceRecord) => { day: string; reading: string; price: string; edit: string; remove: string };

/** For all rows together: hooks in each of hundreds of rows would take long. */
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

/** A row is memoized: `textsOf` and the callbacks must stay the same. */
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
        // The second of two quick clicks would fall on the row that moved up.
        onClick={({ detail }) => detail < 2 && onRemove(record)}
      />
    </span>
  );
}
