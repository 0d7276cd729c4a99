import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherCurrencies } from '#contract/currencies.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { classOf } from '../../../ui/class-of.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '../../../ui/table-roles.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { useVehicleEntries } from '../entries-context.ts';
import { kindOf } from '../entry.ts';
import { EntryButtons, type RowProps, rowAttributes } from './entry-actions.tsx';
import { EntryCells } from './entry-cells.tsx';
import styles from './entry-list.module.css';
import { EntryRows, type EntryRowsProps, type ListParts } from './entry-rows.tsx';
import paper from './on-paper.module.css';

/** The rows are grids, so that the browser can skip those off screen. */
const EntryRow = memo(function EntryRow(props: RowProps) {
  const { actions, isPaper } = props;
  return (
    <tr {...ROW} {...rowAttributes(props)} className={classOf(styles.row, isPaper ? paper.copy : undefined)}>
      <EntryCells {...props} />
      {actions && (
        <td {...CELL}>
          <EntryButtons {...props} />
        </td>
      )}
    </tr>
  );
});

/** Number of columns, even if the one for the buttons is missing. */
const COLUMNS = 6;

const PARTS: ListParts = {
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
  Row: EntryRow,
  rowHeight: 64,
};

export interface EntryTableProps extends EntryRowsProps {
  /** Total of all entries that the list stands for, including those not loaded. */
  totalCost: number;
  otherCurrencies: OtherCurrencies;
  /** Controls after the last entry. */
  more: ReactNode;
}

export function EntryTable({ totalCost, otherCurrencies, more, ...props }: EntryTableProps) {
  const { actions } = props;
  const { vehicle, unit, currency, isWithoutPrices } = useVehicleEntries();
  const { t } = useTranslation(['records', 'entries', 'vehicles']);
  const sums = useSums();
  // A mileage of the details alone does not change the titles of a history of work.
  const isMixed = props.entries.some((entry) => kindOf(entry) !== 'work' && !('isFromDetails' in entry && entry.isFromDetails));
  return (
    <table {...TABLE} className={styles.table} data-read-only={!actions || undefined}>
      <caption className="visually-hidden">{t('history.caption', { name: nameOf(vehicle) })}</caption>
      <thead {...ROW_GROUP}>
        <tr {...ROW}>
          <th {...COLUMN_HEADER}>{t('history.date')}</th>
          <th {...COLUMN_HEADER}>{unit === 'year' ? t('form.reading.year') : t(`vehicles:readingName.${unit}`)}</th>
          <th {...COLUMN_HEADER}>{t(isMixed ? 'entries:column.what' : 'history.operation')}</th>
          <th {...COLUMN_HEADER}>{t(isMixed ? 'entries:column.detail' : 'history.part')}</th>
          <th {...COLUMN_HEADER} className={styles.amount}>
            {!isWithoutPrices && t(isMixed ? 'entries:column.amount' : 'history.price')}
          </th>
          {actions && (
            <th {...COLUMN_HEADER}>
              <span className="visually-hidden">{t('history.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <EntryRows {...props} parts={PARTS} />
      {more && (
        <tbody {...ROW_GROUP}>
          <tr {...ROW} className={styles.moreRow}>
            <td {...CELL} colSpan={COLUMNS}>
              {more}
            </td>
          </tr>
        </tbody>
      )}
      {!isWithoutPrices && (
        <tfoot {...ROW_GROUP}>
          <tr {...ROW}>
            <th {...ROW_HEADER} colSpan={4}>
              {t('history.total')}
            </th>
            <td {...CELL} className={styles.amount}>
              {sums.sum(totalCost, currency, otherCurrencies)}
            </td>
            {actions && <td {...CELL} />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
