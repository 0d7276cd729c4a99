import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { paths } from '../../../paths.ts';
import { IconLink } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { nameOf } from '../../../vehicle-name.ts';
import { newEntryPath } from '../../../vehicle-paths.ts';
import { VehicleNumbers } from './vehicle-numbers.tsx';
import styles from './vehicle-page.module.css';
import { VehiclePhoto } from './vehicle-photo.tsx';

interface VehicleCoverProps {
  vehicle: Vehicle;
  year: number;
  currency: Currency;
  /** What is due next. */
  next: ReactNode;
}

/** Photo, name and key figures of a vehicle; on phones a narrow bar that stays at the top. The reading leads to the form for a new one. */
export function VehicleCover({ vehicle, year, currency, next }: VehicleCoverProps) {
  const { t } = useTranslation('vehicles');
  const sums = useSums();
  const readingText = useReading();
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  const reading = vehicle.reading === null ? t('card.none') : readingText(vehicle.reading, unit);
  const name = nameOf(vehicle);
  const isEntered = unit !== 'year' && vehicle.archivedAt === null;
  const figure = isEntered ? (
    <Link className={styles.enter} to={newEntryPath(vehicle.id, 'reading')} aria-label={t('page.enterReading', { reading })}>
      {reading}
      <Icon name="edit" size="small" />
    </Link>
  ) : (
    reading
  );
  return (
    <div className={styles.cover}>
      <IconLink className={styles.back} icon="back" label={t('page.back')} to={paths.service} />
      <VehiclePhoto className={styles.photo} image={vehicle.image} name={name} isEnlargeable width={128} height={96} />
      <div className={styles.text}>
        <h1>{isolated(name)}</h1>
        <p className={styles.reading}>{figure}</p>
        <VehicleNumbers vehicle={vehicle} />
        {/* Keeps the height of its line: nothing moves when it appears. */}
        <div className={styles.next}>{next}</div>
      </div>
      <Facts className={styles.facts}>
        <Fact label={t(`readingName.${unit}`)}>{figure}</Fact>
        <Fact label={t('card.year', { year })}>{sums.sum(vehicle.spentYear, currency, vehicle.otherCurrenciesYear)}</Fact>
        <Fact label={t('card.all')}>{sums.sum(vehicle.spentTotal, currency, vehicle.otherCurrencies)}</Fact>
      </Facts>
    </div>
  );
}
