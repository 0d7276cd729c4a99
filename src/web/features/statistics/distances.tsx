import { useTranslation } from 'react-i18next';
import type { VehicleStatistics } from '#contract/statistics.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { CostSection } from './cost-section.tsx';
import styles from './costs.module.css';
import { type Shown, seriesOf, tickOf } from './period.ts';

interface DistancesProps {
  figures: Pick<VehicleStatistics, 'unit' | 'distance' | 'distances' | 'average' | 'years'>;
  shown: Shown;
}

/** The distance of each month or year as bars, and the average; a bicycle has none. */
export function Distances({ figures, shown: { period, today } }: DistancesProps) {
  const { unit, distance, distances, average } = figures;
  const { t } = useTranslation('statistics');
  const { number, day } = useFormat();
  const language = useLanguage();
  const reading = useReading();
  const { months, years } = distances;
  if (unit === 'year' || months.length === 0) return null;
  const incomplete = new Set(figures.years.filter(({ since, until }) => since || until).map(({ year }) => year));
  const spans = {
    months: months.map(({ month, distance: value }) => ({ when: month, value })),
    years: years.map(({ year, distance: value }) => ({ when: String(year), value, isPartial: incomplete.has(year) })),
  };
  const { span, bars } = seriesOf(spans, period, today);
  if (bars.every(({ value }) => value === 0)) return null;
  const nameOf = (when: string): string => (span === 'year' ? when : formatMonth(when, language));
  const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  const title = t(`distances.${span}.${unit}`);
  return (
    <CostSection title={title}>
      <BarChart
        title={title}
        description={t('distances.description', {
          total: distance === null ? t('none') : reading(distance, unit),
          when: nameOf(most.when),
          most: reading(most.value, unit),
        })}
        bars={bars}
        tickOf={tickOf(bars)}
        nameOf={nameOf}
        textOf={(value) => reading(value, unit)}
        scaleOf={(value) => number(value, { notation: 'compact', maximumFractionDigits: 1 })}
      />
      {average && (
        <p>
          {t('distances.average', { month: reading(average.month, unit), year: reading(average.year, unit) })}{' '}
          <small className={styles.hint}>{t('period.days', { from: day(average.since), to: day(average.until) })}</small>
        </p>
      )}
    </CostSection>
  );
}
