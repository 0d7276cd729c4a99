import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { vehiclePath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { newEntryPath } from '../../../vehicle-paths.ts';
import styles from '../costs.module.css';
import { PeriodChoice } from '../period-choice.tsx';
import { usePeriod } from '../use-period.ts';
import { type Consumptions, consumptionQuery } from './consumption.queries.ts';
import fuel from './fuel.module.css';
import { FuelCharts } from './fuel-charts.tsx';
import { FuelFigures } from './fuel-figures.tsx';
import type { Measured } from './measured.ts';

/** The consumption of a vehicle in the period that the URL names. Needs the texts of `fuel`, `statistics`, `entries` and `vehicles`. */
export function VehicleFuel({ vehicle, currency }: { vehicle: Vehicle; currency: Currency }) {
  const { t } = useTranslation('fuel');
  const { today, period, choosePeriod } = usePeriod();
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...consumptionQuery(vehicle.id, period),
    placeholderData: keepPreviousData,
  });
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  return (
    <div className={styles.costs} aria-busy={isPending || isPlaceholderData || undefined}>
      <div className={fuel.head}>
        <h2>{t('title')}</h2>
        {vehicle.archivedAt === null && (
          <ButtonLink look="filled" icon="pump" to={newEntryPath(vehicle.id, 'fill')}>
            {t('record')}
          </ButtonLink>
        )}
      </div>
      <PeriodChoice period={period} today={today} firstYear={data?.firstYear ?? null} onChange={choosePeriod} />
      {!data && (isFetching || !error) && <Skeleton height={180} count={2} />}
      {!data && error && !isFetching && <LoadFailure error={error} fallback="fillsApi.500" onRetry={() => void refetch()} />}
      {data && unit !== 'year' && <Report {...data} measured={{ vehicle, unit, currency }} />}
    </div>
  );
}

function Report({ data, firstYear, measured }: Consumptions & { measured: Measured }) {
  const { t } = useTranslation('fuel');
  const { number } = useFormat();
  if (data.length === 0) {
    const name = firstYear === null ? 'empty' : 'emptyPeriod';
    return <EmptyState level={2} title={t(`${name}.title`)} text={t(`${name}.text`)} />;
  }
  const fills = data.reduce((sum, row) => sum + row.fills, 0);
  return (
    <>
      <FuelFigures rows={data} measured={measured} />
      <FuelCharts rows={data} measured={measured} />
      <p className={styles.part}>
        <Link to={`${vehiclePath(measured.vehicle.id)}?kind=fill`}>{t('allFills', { count: fills, value: number(fills) })}</Link>
      </p>
    </>
  );
}
