import { useTranslation } from 'react-i18next';
import { type AllStatistics, COST_GROUPS, type MonthCost, type VehicleStatistics, type YearCost } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { MileageUnit, ReadingUnit } from '#contract/vehicle-types.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { useSums } from '../../i18n/use-sums.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import chart from '../../ui/chart.module.css';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CostSection } from './cost-section.tsx';
import styles from './costs.module.css';
import { type CsvTable, otherColumns } from './csv-table.ts';
import { NoDistance } from './no-distance.tsx';
import { costSpans, type Shown, seriesOf, tickOf } from './period.ts';
import { YearLimits } from './year-limits.tsx';

interface Costs {
  months: readonly MonthCost[];
  years: readonly YearCost[];
}

interface CostMonthsProps {
  figures: Pick<AllStatistics, 'totalCost'> & Costs & Partial<Pick<VehicleStatistics, 'distances'>>;
  /** Unit of the distances; undefined if there are none. */
  unit: ReadingUnit | undefined;
  shown: Shown;
}

/** Costs by month as bars, with the same figures as a table; by year if there are too many months. */
export function CostMonths({ figures, unit, shown: { period, today, currency } }: CostMonthsProps) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const language = useLanguage();
  const { span, bars } = seriesOf(costSpans(figures), period, today);
  const nameOf = (when: string): string => (span === 'year' ? when : formatMonth(when, language));
  const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  const title = t(`spans.${span}`);
  const { months = [], years = [] } = figures.distances ?? {};
  const rows = span === 'year' ? yearRows(figures.years, years, today) : monthRows(figures.months, months);
  const measured = unit === 'year' ? undefined : unit;
  const others = otherColumns(rows);
  const tableOf = (): CsvTable => ({
    head: [
      ...[t(`spans.columns.${span}`), ...(span === 'year' ? [t('csv.since'), t('csv.until')] : [])],
      ...[t('records'), t('csv.cost', { currency })],
      ...COST_GROUPS.map((group) => t('csv.group', { group: t(`groups.${group}`), currency })),
      ...others.currencies.map((other) => t('csv.cost', { currency: other })),
      ...(measured ? [t('csv.distance', { unit: t(`units.${measured}`) })] : []),
    ],
    rows: rows.map(({ when, since = null, until = null, records, cost, groups = {}, otherCurrencies, distance = null }) => [
      ...[when, ...(span === 'year' ? [since, until] : []), records, cost],
      ...COST_GROUPS.map((group) => groups[group] ?? 0),
      ...others.cellsOf(otherCurrencies),
      ...(measured ? [distance] : []),
    ]),
  });
  return (
    <CostSection title={title} tableOf={tableOf}>
      <BarChart
        title={title}
        description={t('spans.description', {
          total: money(figures.totalCost, currency),
          when: nameOf(most.when),
          most: money(most.value, currency),
        })}
        bars={bars}
        tickOf={tickOf(bars)}
        nameOf={nameOf}
        textOf={(value) => money(value, currency)}
        scaleOf={(value) => number(value, { notation: 'compact', maximumFractionDigits: 1 })}
      />
      {bars.some(({ isPartial }) => isPartial) && <p className={styles.hint}>{t('spans.partial')}</p>}
      <Disclosure summary={t('spans.inFigures')}>
        <SpanTable title={title} head={t(`spans.columns.${span}`)} rows={rows} nameOf={nameOf} unit={measured} currency={currency} />
      </Disclosure>
    </CostSection>
  );
}

interface Row
  extends Pick<YearCost, 'cost' | 'records' | 'groups' | 'distance' | 'distanceReason'>,
    Partial<Pick<YearCost, 'since' | 'until' | 'otherCurrencies'>> {
  when: string;
}

type Distances = VehicleStatistics['distances'];
const DRIVEN = { records: 0, cost: 0 };

/** With costs or a distance, newest first. */
function monthRows(costs: readonly MonthCost[], distances: Distances['months']): Row[] {
  const known = new Set(costs.map(({ month }) => month));
  const driven = distances.filter(({ month }) => !known.has(month)).map((month) => ({ ...DRIVEN, ...month }));
  return newestFirst([...costs, ...driven].map(({ month, ...rest }) => ({ when: month, ...rest })));
}

/** Like `monthRows`; this year is not over. */
function yearRows(costs: readonly YearCost[], distances: Distances['years'], today: string): Row[] {
  const known = new Set(costs.map(({ year }) => year));
  const driven = distances
    .filter(({ year }) => !known.has(year))
    .map((year) => ({ ...DRIVEN, ...year, until: today.startsWith(String(year.year)) ? today : null }));
  return newestFirst([...costs, ...driven].map(({ year, ...rest }) => ({ when: String(year), ...rest })));
}

const newestFirst = (rows: Row[]): Row[] => rows.sort((a, b) => (a.when < b.when ? 1 : -1));

interface SpanTableProps {
  title: string;
  head: string;
  rows: readonly Row[];
  nameOf: (when: string) => string;
  unit: MileageUnit | undefined;
  currency: Currency;
}

function SpanTable({ title, head, rows, nameOf, unit, currency }: SpanTableProps) {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const { sum } = useSums();
  const reading = useReading();
  return (
    <table className={chart.figures}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {unit && <th scope="col">{t(`distance.${unit}`)}</th>}
          <th scope="col">{t('spans.columns.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ when, since, until, records, distance = null, distanceReason, cost, otherCurrencies }) => (
          <tr key={when}>
            <th scope="row">
              {nameOf(when)} <YearLimits since={since} until={until} />
              {records > 0 && <small>{t('count', { count: records, value: number(records) })}</small>}
            </th>
            {unit && <td>{distance === null ? <NoDistance reason={distanceReason} /> : reading(distance, unit)}</td>}
            <td>{sum(cost, currency, otherCurrencies)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
