import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '../../../ui/table-roles.ts';
import { RecordActions, type RecordsProps, type RowProps, rowAttributes } from './record-actions.tsx';
import styles from './record-history.module.css';
import { type RecordParts, RecordRows } from './record-rows.tsx';

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

/** Number of columns, even if the one for the buttons is missing. */
const COLUMNS = 6;

const PARTS: RecordParts = {
  Group: ({ ref, height, children }) => (
    <tbody {...ROW_GROUP} ref={ref} style={{ height }}>
      {children}
    </tbody>
  ),
  Year: ({ children }) => (
    <tr {...ROW} className={styles.year}>
      <th {...ROW_HEADER} colSpan={COLUMNS}>
        {children}
      </th>
    </tr>
  ),
  Form: ({ id, children }) => (
    <tr {...ROW} id={id} className={styles.formRow}>
      <td {...CELL} colSpan={COLUMNS}>
        {children}
      </td>
    </tr>
  ),
  Row: RecordRow,
  rowHeight: 64,
};

export function RecordTable({ totalCost, more, ...props }: RecordsProps) {
  const { vehicle, onEdit } = props;
  const { unit, currency, vehicleName } = vehicle;
  const { t } = useTranslation(['records', 'vehicles']);
  const format = useFormat();
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
      <RecordRows {...props} parts={PARTS} />
      {more && (
        <tbody {...ROW_GROUP}>
          <tr {...ROW} className={styles.moreRow}>
            <td {...CELL} colSpan={COLUMNS}>
              {more}
            </td>
          </tr>
        </tbody>
      )}
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
