import { useTranslation } from 'react-i18next';
import type { MonthCost, VehicleStatistics, YearCost } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import styles from './costs.module.css';
import { type ShownPeriod, seriesOf } from './period.ts';

interface CostMonthsProps {
  figures: Pick<VehicleStatistics, 'months' | 'years' | 'totalCost' | 'unit'>;
  period: ShownPeriod;
  today: string;
  currency: Currency;
}

/** Costs by month as bars, with the same figures as a table; by year if there are too many months. */
export function CostMonths({ figures, period, today, currency }: CostMonthsProps) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const language = useLanguage();
  const { span, bars } = seriesOf(figures, period, today);
  const nameOf = (when: string): string => (span === 'year' ? when : formatMonth(when, language));
  const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  const title = t(`spans.${span}`);
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <BarChart
        title={title}
        description={t('spans.description', {
          total: money(figures.totalCost, currency),
          when: nameOf(most.when),
          most: money(most.value, currency),
        })}
        bars={bars}
        nameOf={nameOf}
        textOf={(value) => money(value, currency)}
        scaleOf={(value) => number(value, { notation: 'compact', maximumFractionDigits: 1 })}
      />
      <details className={styles.figures}>
        <summary>{t('spans.inFigures')}</summary>
        <SpanTable
          title={title}
          head={t(`spans.columns.${span}`)}
          rows={span === 'year' ? yearRows(figures.years) : monthRows(figures.months)}
          nameOf={nameOf}
          unit={figures.unit}
          currency={currency}
        />
      </details>
    </section>
  );
}

interface Row extends Pick<MonthCost, 'cost' | 'records' | 'distance'> {
  when: string;
}

/** Newest first. */
const monthRows = (months: readonly MonthCost[]): Row[] => months.map(({ month, ...rest }) => ({ when: month, ...rest })).reverse();
const yearRows = (years: readonly YearCost[]): Row[] => years.map(({ year, ...rest }) => ({ when: String(year), ...rest })).reverse();

interface SpanTableProps {
  title: string;
  head: string;
  rows: readonly Row[];
  nameOf: (when: string) => string;
  unit: ReadingUnit;
  currency: Currency;
}

function SpanTable({ title, head, rows, nameOf, unit, currency }: SpanTableProps) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const reading = useReading();
  const hasDistance = unit !== 'year';
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {hasDistance && <th scope="col">{t(`distance.${unit}`)}</th>}
          <th scope="col">{t('spans.columns.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ when, records, distance = null, cost }) => (
          <tr key={when}>
            <th scope="row">
              {nameOf(when)} <small>{t('count', { count: records, value: number(records) })}</small>
            </th>
            {hasDistance && <td>{distance === null ? t('none') : reading(distance, unit)}</td>}
            <td>{money(cost, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
