import { useTranslation } from 'react-i18next';
import type { MonthShare } from '#contract/revenue.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import chart from '../../ui/chart.module.css';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { shareOf, totalShare } from './month-share.ts';
import styles from './revenue.module.css';

/** A share by month: months that are still open are in the table, but have no bar. */
export function MonthShares({ name, months }: { name: 'conversion' | 'churn'; months: readonly MonthShare[] }) {
  const { t } = useTranslation('adminReports');
  const { number } = useFormat();
  const language = useLanguage();
  const percent = (share: number | undefined): string =>
    share === undefined ? t('revenue.none') : number(share, { style: 'percent', maximumFractionDigits: 1 });
  const nameOf = (month: string): string => formatMonth(month, language);
  const title = t(`revenue.${name}.title`);
  const closed = months.filter(({ is_final }) => is_final);
  const bars = closed.map((month) => ({ when: month.month, value: 100 * (shareOf(month) ?? 0) }));
  const best = bars.reduce((most, bar) => (bar.value > most.value ? bar : most));
  const total = totalShare(months);
  return (
    <ChartFigure
      title={title}
      total={total === undefined ? t('revenue.noData') : t('revenue.total', { value: percent(total) })}
      hint={t(`revenue.${name}.hint`)}
    >
      <BarChart
        title={title}
        description={t('revenue.description', { total: percent(total), when: nameOf(best.when), most: percent(best.value / 100) })}
        bars={bars}
        nameOf={nameOf}
        textOf={(value) => percent(value / 100)}
      />
      <Disclosure summary={t('revenue.inFigures')}>
        <table className={`${chart.figures} ${styles.table}`}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('visits.columns.month')}</th>
              <th scope="col">{t(`revenue.${name}.of`)}</th>
              <th scope="col">{t(`revenue.${name}.counted`)}</th>
              <th scope="col">{t('revenue.share')}</th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map((month) => (
              <tr key={month.month}>
                <th scope="row">
                  {nameOf(month.month)} {!month.is_final && <small>{t('revenue.open')}</small>}
                </th>
                <td>{number(month.of)}</td>
                <td>{number(month.counted)}</td>
                <td>{percent(shareOf(month))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </ChartFigure>
  );
}
