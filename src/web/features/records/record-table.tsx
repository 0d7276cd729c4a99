import { Fragment, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '../../ui/table-roles.ts';
import { RecordActions, type RecordsProps, type RowProps, rowAttributes, useRowTexts, YearBand, yearAt } from './record-actions.tsx';
import styles from './record-history.module.css';

/** The rows are grids, so that the browser can skip those off screen. */
const RecordRow = memo(function RecordRow(props: RowProps) {
  const { record, textsOf, onEdit, onRemove } = props;
  const texts = textsOf(record);
  return (
    <tr {...ROW} {...rowAttributes(props)} className={styles.row}>
      <td {...CELL} className={styles.day}>
        {texts.day}
      </td>
      <td {...CELL} className={styles.reading}>
        {texts.reading}
      </td>
      <td {...CELL}>{record.operationName}</td>
      <td {...CELL}>
        {record.partName}
        {record.partCode !== '-' && <small>{record.partCode}</small>}
      </td>
      <td {...CELL} className={styles.amount}>
        {texts.price}
      </td>
      {onEdit && onRemove && (
        <td {...CELL}>
          <RecordActions record={record} texts={texts} onEdit={onEdit} onRemove={onRemove} />
        </td>
      )}
    </tr>
  );
});

export function RecordTable(props: RecordsProps) {
  const { vehicle, records, totalCost, savedId, markedId, more, renderForm, onEdit, onRemove } = props;
  const { unit, currency, vehicleName } = vehicle;
  const { t } = useTranslation(['records', 'vehicles']);
  const format = useFormat();
  const textsOf = useRowTexts(vehicle);
  const columns = onEdit ? 6 : 5;
  return (
    <table {...TABLE} className={styles.table} data-read-only={!onEdit || undefined}>
      <caption className="visually-hidden">{t('history.caption', { name: vehicleName })}</caption>
      <thead {...ROW_GROUP}>
        <tr {...ROW}>
          <th {...COLUMN_HEADER}>{t('history.date')}</th>
          <th {...COLUMN_HEADER}>{unit === 'year' ? t('form.reading.year') : t(`vehicles:readingName.${unit}`)}</th>
          <th {...COLUMN_HEADER}>{t('history.operation')}</th>
          <th {...COLUMN_HEADER}>{t('history.part')}</th>
          <th {...COLUMN_HEADER} className={styles.amount}>
            {t('history.price')}
          </th>
          {onEdit && (
            <th {...COLUMN_HEADER}>
              <span className="visually-hidden">{t('history.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...ROW_GROUP}>
        {records.map((record, index) => {
          const form = renderForm?.(record);
          const year = yearAt(props, index);
          return (
            <Fragment key={record.id}>
              {year && (
                <tr {...ROW} className={styles.year}>
                  <th {...ROW_HEADER} colSpan={columns}>
                    <YearBand year={year} currency={currency} />
                  </th>
                </tr>
              )}
              {form ? (
                <tr {...ROW} className={styles.formRow}>
                  <td {...CELL} colSpan={columns}>
                    {form}
                  </td>
                </tr>
              ) : (
                <RecordRow
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
        {more && (
          <tr {...ROW} className={styles.moreRow}>
            <td {...CELL} colSpan={columns}>
              {more}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot {...ROW_GROUP}>
        <tr {...ROW}>
          <th {...ROW_HEADER} colSpan={4}>
            {t('history.total')}
          </th>
          <td {...CELL} className={styles.amount}>
            {format.money(totalCost, currency)}
          </td>
          {onEdit && <td {...CELL} />}
        </tr>
      </tfoot>
    </table>
  );
}
