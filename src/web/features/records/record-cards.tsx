import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { RecordActions, type RecordsProps } from './record-actions.tsx';
import styles from './record-history.module.css';

const partOf = ({ partName, partCode }: RecordsProps['records'][number]): string =>
  [partName, partCode]
    .filter((text) => text !== '-')
    .map(isolated)
    .join(' · ');

/** The table of a narrow screen: work and price, day and reading with the deeds, the part. */
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
  const reading = useReading();
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
            <li key={record.id} data-saved={record.id === savedId || undefined}>
              <b>{record.operationName}</b>
              <span className={styles.amount}>{format.money(record.price, currency)}</span>
              <span>
                <span className={styles.reading}>{reading(record.reading, unit)}</span> <small>{format.day(record.performedOn)}</small>
              </span>
              <RecordActions record={record} onEdit={onEdit} onRemove={onRemove} />
              {partOf(record) && <small className={styles.part}>{partOf(record)}</small>}
            </li>
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
