import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitDay } from '#contract/visits.ts';
import table from '../../admin/table.module.css';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DAYS } from './visit-series.ts';
import styles from './visits.module.css';

/** Days with visits, newest first, with running number, date and count; `DAYS` rows at a time. */
export function DayTable({ visits }: { visits: readonly VisitDay[] }) {
  const { t } = useTranslation('adminReports');
  const { day, number } = useFormat();
  const [shown, setShown] = useState(DAYS);
  const body = useRef<HTMLTableSectionElement>(null);
  const more = Math.min(DAYS, visits.length - shown);

  // The button now follows the new rows, or is removed.
  useEffect(() => {
    if (shown > DAYS) body.current?.rows[shown - DAYS]?.focus({ preventScroll: true });
  }, [shown]);

  return (
    <Sheet isBare>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="visually-hidden">{t('visits.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${table.number} ${table.position}`}>
              {t('visits.columns.days')}
            </th>
            <th scope="col">{t('visits.columns.date')}</th>
            <th scope="col" className={table.number}>
              {t('visits.columns.count')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {visits.slice(0, shown).map(({ visit_date, visit_count }, index) => (
            <tr key={visit_date} tabIndex={-1}>
              <td className={`${table.number} ${table.position}`}>{number(index + 1)}</td>
              <td className={styles.date}>{day(visit_date)}</td>
              <td className={table.number}>{number(visit_count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <div className={styles.more}>
          <Button look="quiet" onClick={() => setShown(shown + DAYS)}>
            {t('visits.more', { count: more, value: number(more) })}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
