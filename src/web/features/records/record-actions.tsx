import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
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

export function RecordActions({ record, onEdit, onRemove }: { record: ServiceRecord } & Pick<RecordsProps, 'onEdit' | 'onRemove'>) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const named = { name: record.operationName, day: format.day(record.performedOn) };
  return (
    <span className={styles.actions}>
      <IconButton id={`record-edit-${record.id}`} icon="edit" label={t('history.edit', named)} onClick={() => onEdit(record)} />
      <IconButton
        id={`record-remove-${record.id}`}
        icon="trash"
        isDanger
        label={t('history.remove', named)}
        // The second of two quick clicks would fall on the row that moved up.
        onClick={({ detail }) => detail < 2 && onRemove(record)}
      />
    </span>
  );
}
