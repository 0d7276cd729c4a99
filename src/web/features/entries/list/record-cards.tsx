import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../../i18n/isolated.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { RecordActions, type RecordsProps, type RowProps, rowAttributes } from './record-actions.tsx';
import styles from './record-history.module.css';
import { type RecordParts, RecordRows } from './record-rows.tsx';

const partOf = ({ partName, partCode }: RecordsProps['records'][number]): string =>
  [partName, partCode]
    .filter((text) => text !== '-')
    .map(isolated)
    .join(' · ');

const RecordCard = memo(function RecordCard(props: RowProps) {
  const { record, textsOf, onEdit, onRemove } = props;
  const texts = textsOf(record);
  const part = partOf(record);
  return (
    <li {...rowAttributes(props)}>
      <b>{record.operationName}</b>
      <span className={styles.amount}>{texts.price}</span>
      <span>
        <span className={styles.reading}>{texts.reading}</span> <small>{texts.day}</small>
      </span>
      {onEdit && onRemove && <RecordActions record={record} texts={texts} onEdit={onEdit} onRemove={onRemove} />}
      {part && <small className={styles.part}>{part}</small>}
    </li>
  );
});

const PARTS: RecordParts = {
  Group: ({ ref, height, children }) => (
    <ul ref={ref} className={styles.cards} style={{ height }}>
      {children}
    </ul>
  ),
  Year: ({ children }) => <li className={styles.year}>{children}</li>,
  Form: ({ id, children }) => (
    <li id={id} className={styles.formRow}>
      {children}
    </li>
  ),
  Row: RecordCard,
  rowHeight: 105,
};

/** The table for narrow screens: operation and price, date and reading with the buttons, and the part. */
export function RecordCards({ totalCost, more, ...props }: RecordsProps) {
  const { vehicle, onEdit } = props;
  const { t } = useTranslation('records');
  const format = useFormat();
  return (
    <>
      <div className={styles.lists} data-read-only={!onEdit || undefined}>
        <RecordRows {...props} parts={PARTS} />
      </div>
      {more}
      <p className={styles.total}>
        {t('history.total')} <span className={styles.amount}>{format.money(totalCost, vehicle.currency)}</span>
      </p>
    </>
  );
}
