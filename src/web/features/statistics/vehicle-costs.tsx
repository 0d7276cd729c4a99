import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { PartCost, VehicleStatistics } from '#contract/statistics.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import styles from './costs.module.css';
import { CostsReport } from './costs-report.tsx';
import { CostsView } from './costs-view.tsx';
import { PartPrices } from './part-prices.tsx';
import type { Shown } from './period.ts';
import { statisticsQuery } from './statistics.queries.ts';
import { usePricesLink, useShownPart } from './use-shown-part.ts';

/** The costs of a vehicle. */
export function VehicleCosts({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('statistics');
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  return (
    <CostsView
      queryOf={(period) => statisticsQuery(vehicle.id, period)}
      heading={<h2>{t('title')}</h2>}
      name={`${vehicle.brand} ${vehicle.model}`}
      unit={unit}
    >
      {(figures, shown) => <VehicleReport {...{ vehicle, figures, shown }} />}
    </CostsView>
  );
}

interface VehicleReportProps {
  vehicle: Vehicle;
  figures: VehicleStatistics;
  shown: Shown;
}

function VehicleReport({ vehicle, figures, shown }: VehicleReportProps) {
  const { t } = useTranslation('statistics');
  const linkOf = usePricesLink();
  const { code, close } = useShownPart();
  const renderPart = (part: PartCost) =>
    part.code !== '' && (
      <Link {...linkOf(part.code)} className={styles.prices} aria-label={t('prices.linkOf', { name: `${part.name} ${part.code}` })}>
        {t('prices.link')}
      </Link>
    );
  return (
    <>
      <CostsReport figures={figures} shown={shown} hasForecast={vehicle.archivedAt === null} renderPart={renderPart} />
      {figures.extended && <PartPrices vehicleId={vehicle.id} unit={figures.unit} code={code} currency={shown.currency} onClose={close} />}
    </>
  );
}
