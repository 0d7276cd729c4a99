import { Fragment, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { RecordActions, type RecordsProps, type RowProps, rowAttributes, useRowTexts, YearBand, yearAt } from './record-actions.tsx';
import styles from './record-history.module.css';

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

/** The table for narrow screens: operation and price, date and reading with the buttons, and the part. */
export function RecordCards(props: RecordsProps) {
  const { vehicle, records, totalCost, savedId, markedId, more, renderForm, onEdit, onRemove } = props;
  const { t } = useTranslation('records');
  const format = useFormat();
  const textsOf = useRowTexts(vehicle);
  return (
    <>
      <ul className={styles.cards} data-read-only={!onEdit || undefined} aria-label={t('history.caption', { name: vehicle.vehicleName })}>
        {records.map((record, index) => {
          const form = renderForm?.(record);
          const year = yearAt(props, index);
          return (
            <Fragment key={record.id}>
              {year && (
                <li className={styles.year}>
                  <YearBand year={year} currency={vehicle.currency} />
                </li>
              )}
              {form ? (
                <li className={styles.formRow}>{form}</li>
              ) : (
                <RecordCard
                  record={record}
                  textsOf={textsOf}
                  isSaved={record.id === savedId}
                  isMarked={record.id === markedId}
                  onEdit={onEdit}
                  onRemove={onRemove}
                />
              )}
            </Fragment>
          );
        })}
      </ul>
      {more}
      <p className={styles.total}>
        {t('history.total')} <span className={styles.amount}>{format.money(totalCost, vehicle.currency)}</span>
      </p>
    </>
  );
}
