import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getVisits, type VisitDay } from '#contract/visits.ts';
import table from '../../admin/table.module.css';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DayTable } from './day-table.tsx';
import { type Count, lastDays, lastMonths, totalOf } from './visit-series.ts';
import styles from './visits.module.css';

/** Number of browser sessions started on each day (UTC). */
export const visitsQuery = queryOptions({
  queryKey: keys.visits,
  queryFn: async ({ signal }) => (await unwrap(call(getVisits, { signal }))).data,
  staleTime: 0,
});

export function VisitsReport({ visits }: { visits: readonly VisitDay[] }) {
  const { t } = useTranslation('adminReports');
  if (visits.length === 0) return <EmptyState title={t('visits.empty.title')} text={t('visits.empty.text')} />;
  return <Report visits={visits} />;
}

function Report({ visits }: { visits: readonly VisitDay[] }) {
  const { t } = useTranslation('adminReports');
  const language = useLanguage();
  const { day } = useFormat();
  const now = Date.now();
  const days = lastDays(visits, now);
  const months = lastMonths(visits, now);
  const monthName = (month: string) => formatMonth(month, language);
  return (
    <div className={styles.report}>
      <div className={styles.charts}>
        <Figure title={t('visits.days')} counts={days} nameOf={day} />
        <Figure title={t('visits.months')} counts={months} nameOf={monthName}>
          <Disclosure summary={t('visits.inFigures')}>
            <MonthTable counts={months} nameOf={monthName} />
          </Disclosure>
        </Figure>
      </div>
      <DayTable visits={visits} />
    </div>
  );
}

interface FigureProps {
  title: string;
  counts: readonly Count[];
  nameOf: (when: string) => string;
  children?: ReactNode;
}

function Figure({ title, counts, nameOf, children }: FigureProps) {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  const total = totalOf(counts);
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return (
    <Sheet>
      <ChartFigure title={title} total={t('visits.count', { count: total, value: number(total) })}>
        <BarChart
          title={title}
          description={t('visits.description', { total: number(total), when: nameOf(best.when), most: number(best.count) })}
          bars={counts.map(({ when, count }) => ({ when, value: count }))}
          nameOf={nameOf}
          textOf={number}
        />
        {children}
      </ChartFigure>
    </Sheet>
  );
}

function MonthTable({ counts, nameOf }: Pick<FigureProps, 'counts' | 'nameOf'>) {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">{t('visits.months')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('visits.columns.month')}</th>
          <th scope="col" className={table.number}>
            {t('visits.columns.count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...counts].reverse().map(({ when, count }) => (
          <tr key={when}>
            <td>{nameOf(when)}</td>
            <td className={table.number}>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
