import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { RecordActions, type RecordsProps, type RowProps, useRowTexts } from './record-actions.tsx';
import styles from './record-history.module.css';

const partOf = ({ partName, partCode }: RecordsProps['records'][number]): string =>
  [partName, partCode]
    .filter((text) => text !== '-')
    .map(isolated)
    .join(' · ');

const RecordCard = memo(function RecordCard({ record, textsOf, isSaved, onEdit, onRemove }: RowProps) {
  const texts = textsOf(record);
  const part = partOf(record);
  return (
    <li data-saved={isSaved || undefined}>
      <b>{record.operationName}</b>
      <span className={styles.amount}>{texts.price}</span>
      <span>
        <span className={styles.reading}>{texts.reading}</span> <small>{texts.day}</small>
      </span>
      <RecordActions record={record} texts={texts} onEdit={onEdit} onRemove={onRemove} />
      {part && <small className={styles.part}>{part}</small>}
    </li>
  );
});

/** The table for narrow screens: operation and price, date and reading with the buttons, and the part. */
export function RecordCards({
  records,
  totalCost,
  vehicleName,
  unit,
  currency,
  savedId,
  more,
  renderForm,
  onEdit,
  onRemove,
}: RecordsProps) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const textsOf = useRowTexts(unit, currency);
  return (
    <>
      <ul className={styles.cards} aria-label={t('history.caption', { name: vehicleName })}>
        {records.map((record) => {
          const form = renderForm(record);
          if (form)
            return (
              <li key={record.id} className={styles.formRow}>
                {form}
              </li>
            );
          return (
            <RecordCard
              key={record.id}
              record={record}
              textsOf={textsOf}
              isSaved={record.id === savedId}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          );
        })}
      </ul>
      {more}
      <p className={styles.total}>
        {t('history.total')} <span className={styles.amount}>{format.money(totalCost, currency)}</span>
      </p>
    </>
  );
}
