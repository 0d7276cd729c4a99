import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { RecordActions, type RecordsProps, type RowProps, useRowTexts } from './record-actions.tsx';
import styles from './record-history.module.css';

const RecordRow = memo(function RecordRow({ record, textsOf, isSaved, onEdit, onRemove }: RowProps) {
  const texts = textsOf(record);
  return (
    <tr data-saved={isSaved || undefined}>
      <td className={styles.day}>{texts.day}</td>
      <td className={styles.reading}>{texts.reading}</td>
      <td>{record.operationName}</td>
      <td>
        {record.partName}
        {record.partCode !== '-' && <small>{record.partCode}</small>}
      </td>
      <td className={styles.amount}>{texts.price}</td>
      <td>
        <RecordActions record={record} texts={texts} onEdit={onEdit} onRemove={onRemove} />
      </td>
    </tr>
  );
});

export function RecordTable({
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
  const { t } = useTranslation(['records', 'vehicles']);
  const format = useFormat();
  const textsOf = useRowTexts(unit, currency);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('history.caption', { name: vehicleName })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('history.date')}</th>
          <th scope="col">{unit === 'year' ? t('form.reading.year') : t(`vehicles:readingName.${unit}`)}</th>
          <th scope="col">{t('history.operation')}</th>
          <th scope="col">{t('history.part')}</th>
          <th scope="col" className={styles.amount}>
            {t('history.price')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('history.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const form = renderForm(record);
          if (form)
            return (
              <tr key={record.id} className={styles.formRow}>
                <td colSpan={6}>{form}</td>
              </tr>
            );
          return (
            <RecordRow
              key={record.id}
              record={record}
              textsOf={textsOf}
              isSaved={record.id === savedId}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          );
        })}
        {more && (
          <tr className={styles.moreRow}>
            <td colSpan={6}>{more}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {t('history.total')}
          </th>
          <td className={styles.amount}>{format.money(totalCost, currency)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
