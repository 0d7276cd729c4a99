import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { userQuery } from '../../api/user.queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLeftOut } from './cost-figures.tsx';
import styles from './costs.module.css';
import { CsvScopeContext } from './csv-button.tsx';
import { ExampleCosts } from './example-costs.tsx';
import type { Shown } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import type { PeriodFigures } from './statistics.queries.ts';
import { usePeriod } from './use-period.ts';
import { useStatistics } from './use-statistics.ts';

interface CostsViewProps<Figures, Key extends QueryKey> {
  queryOf: (period: StatisticsPeriod) => UseQueryOptions<PeriodFigures<Figures>, Error, PeriodFigures<Figures>, Key>;
  heading: ReactNode;
  /** What the figures are about, in file names. */
  name: string;
  /** The unit of the example; without it, the example has no distances. */
  unit?: ReadingUnit;
  children: (figures: Figures, shown: Shown) => ReactNode;
}

/** Costs in the period that the URL names; on basic an example. Needs the texts of `statistics`, `vehicles` and `errors`. */
export function CostsView<Figures extends VehicleStatistics | AllStatistics, Key extends QueryKey>(props: CostsViewProps<Figures, Key>) {
  const { queryOf, heading, name, unit, children } = props;
  const { t } = useTranslation('statistics');
  const { today, period, choosePeriod } = usePeriod();
  const { isExample, statistics } = useStatistics(queryOf(period));
  const { data: user } = useQuery({ ...userQuery(), retry: false });
  const currency = user?.currency ?? 'UAH';
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = statistics;

  const daysOf = ({ from, to }: StatisticsPeriod) => (from || to ? `${from ?? '…'}–${to ?? today}` : t('period.all'));

  if (isExample)
    return (
      <div className={styles.costs}>
        {heading}
        <ExampleCosts unit={unit} currency={currency} today={today} isOrdered={user?.status === 'processing'} />
      </div>
    );
  return (
    <div className={styles.costs} aria-busy={isPending || isPlaceholderData || undefined}>
      {heading}
      <PeriodChoice period={period} today={today} firstYear={data?.figures.firstYear ?? null} onChange={choosePeriod} />
      {!data && (isFetching || !error) && <Skeleton height={180} count={2} />}
      {!data && error && !isFetching && <LoadFailure error={error} fallback="vehicleStatisticsApi.500" onRetry={() => void refetch()} />}
      {data && isEmpty(data.figures) && <NoCosts figures={data.figures} currency={currency} />}
      {data && !isEmpty(data.figures) && (
        <CsvScopeContext value={data.figures.extended ? { name, period: daysOf(data.period) } : undefined}>
          {children(data.figures, { period: data.period, today, currency })}
        </CsvScopeContext>
      )}
    </div>
  );
}

function NoCosts({ figures, currency }: { figures: VehicleStatistics | AllStatistics; currency: Currency }) {
  const { t } = useTranslation('statistics');
  const leftOut = useLeftOut(figures, currency);
  return <EmptyState level={2} title={t('empty.title')} text={[...leftOut, t('empty.text')].join(' ')} />;
}

const isEmpty = ({ records, otherCurrencies }: VehicleStatistics | AllStatistics): boolean => records === 0 && otherCurrencies.length === 0;
