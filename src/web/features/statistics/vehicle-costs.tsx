import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { CallError } from '../../api/call-error.ts';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { useSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './costs.module.css';
import { CostsReport } from './costs-report.tsx';
import { ExampleCosts } from './example-costs.tsx';
import { localDay, periodOf, type ShownPeriod } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { statisticsQuery } from './statistics.queries.ts';

/** The costs of a vehicle, in the period that the URL names; on basic an example. Needs the texts of `statistics`, `vehicles` and `errors`. */
export function VehicleCosts({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('statistics');
  const [params, setParams] = useSearchParams();
  // The reader's time zone decides what this year is.
  const today = localDay(new Date());
  const period = periodOf(params.get('period'), today);
  const { isExample, statistics } = useStatistics(vehicle.id, period);
  const { data: user } = useQuery({ ...userQuery(), retry: false });
  const currency = user?.currency ?? 'UAH';
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = statistics;

  function choosePeriod(value: string | undefined) {
    const next = new URLSearchParams(params);
    if (value === undefined) next.delete('period');
    else next.set('period', value);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  if (isExample) {
    const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
    return (
      <div className={styles.costs}>
        <h2>{t('title')}</h2>
        <ExampleCosts unit={unit} currency={currency} today={today} isOrdered={user?.status === 'processing'} />
      </div>
    );
  }
  return (
    <div className={styles.costs} aria-busy={isPending || isPlaceholderData || undefined}>
      <h2>{t('title')}</h2>
      <PeriodChoice period={period} today={today} onChange={choosePeriod} />
      {!data && (isFetching || !error) && <Skeleton height={180} count={2} />}
      {!data && error && !isFetching && <LoadFailure error={error} fallback="costsApi.500" onRetry={() => void refetch()} />}
      {data?.records === 0 && <EmptyState level={2} title={t('empty.title')} text={t('empty.text')} />}
      {data && data.records > 0 && (
        <CostsReport figures={data} period={period} today={today} currency={currency} hasForecast={vehicle.archivedAt === null} />
      )}
    </div>
  );
}

/** The statistics, or that an example has to take their place: on basic, also if the tariff ends while the page is open. */
function useStatistics(vehicleId: number, period: ShownPeriod) {
  const client = useQueryClient();
  const isKnown = useSession() !== undefined;
  const tariff = useOwnTariff();
  const statistics = useQuery({ ...statisticsQuery(vehicleId, period), enabled: isKnown && tariff !== 'basic' });
  const { error } = statistics;
  const isRefused = error instanceof CallError && error.failure.code === 'costsApi.tariff';
  useEffect(() => {
    if (isRefused) void client.invalidateQueries({ queryKey: userQuery().queryKey });
  }, [isRefused, client]);
  return { statistics, isExample: tariff === 'basic' || isRefused };
}
