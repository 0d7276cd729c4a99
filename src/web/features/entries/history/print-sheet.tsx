import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { type RecordsProps, type RowProps, useRowTexts, YearBand, yearAt } from '../list/record-actions.tsx';
import historyStyles from '../list/record-history.module.css';
import { countOf, totalOf } from '../list/record-list.ts';
import type { RecordsVehicle } from '../list/use-record-editing.tsx';
import type { TimelineFilter } from '../records.queries.ts';
import { FilterLine, ShownRecords } from './on-paper.tsx';
import styles from './print-history.module.css';
import type { AllRecords } from './use-all-records.ts';

interface PrintSheetProps extends AllRecords {
  vehicle: RecordsVehicle;
  filter: TimelineFilter;
}

const COLUMNS = 5;
/** Rows that are rendered without a pause. */
const ROWS_AT_ONCE = 100;

/** The history on paper, in place of the one on the screen: plain rows, because there can be 20,000. */
export function PrintSheet({ vehicle, filter, records, years, isComplete }: PrintSheetProps) {
  const { t } = useTranslation(['records', 'vehicles']);
  const format = useFormat();
  const textsOf = useRowTexts(vehicle);
  const { unit, currency } = vehicle;
  const count = countOf(years, filter.year);
  const isByDate = filter.sort === 'newest' || filter.sort === 'oldest';
  const shown = { records, years: isByDate ? years : undefined };
  return (
    <div className={styles.sheet}>
      <div className={historyStyles.head}>
        <h2>{t('history.title')}</h2>
        <small>{t('history.count', { count })}</small>
      </div>
      <FilterLine {...filter} />
      {!isComplete && <p>{t('filter.incomplete')}</p>}
      <ShownRecords shown={records.length} count={count} />
      <table className={historyStyles.table} data-read-only>
        <thead>
          <tr>
            <th scope="col">{t('history.date')}</th>
            <th scope="col">{unit === 'year' ? t('form.reading.year') : t(`vehicles:readingName.${unit}`)}</th>
            <th scope="col">{t('history.operation')}</th>
            <th scope="col">{t('history.part')}</th>
            <th scope="col" className={historyStyles.amount}>
              {t('history.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.ceil(records.length / ROWS_AT_ONCE) }, (_, part) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their places
            <Rows key={part} part={part} textsOf={textsOf} currency={currency} {...shown} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={COLUMNS - 1}>
              {t('history.total')}
            </th>
            <td className={historyStyles.amount}>{format.money(totalOf(years, filter.year), currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface RowsProps extends Pick<RecordsProps, 'records' | 'years'>, Pick<RowProps, 'textsOf'> {
  part: number;
  currency: Currency;
}

/** Some of the rows, so that the browser can do other work between them. */
function Rows({ part, records, years, textsOf, currency }: RowsProps) {
  const first = part * ROWS_AT_ONCE;
  return records.slice(first, first + ROWS_AT_ONCE).map((record, index) => {
    const texts = textsOf(record);
    const year = yearAt({ records, years }, first + index);
    return (
      <Fragment key={record.id}>
        {year && (
          <tr className={historyStyles.year}>
            <th scope="row" colSpan={COLUMNS}>
              <YearBand year={year} currency={currency} />
            </th>
          </tr>
        )}
        <tr>
          <td className={historyStyles.day}>{texts.day}</td>
          <td className={historyStyles.reading}>{texts.reading}</td>
          <td>{record.operationName}</td>
          <td>
            {record.partName}
            {record.partCode !== '-' && <small>{record.partCode}</small>}
          </td>
          <td className={historyStyles.amount}>{texts.price}</td>
        </tr>
      </Fragment>
    );
  });
}
