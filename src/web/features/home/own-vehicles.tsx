import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { newVehiclePath, paths, vehiclePath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { nameOf } from '../../vehicle-name.ts';
import home from './home.module.css';
import styles from './own-vehicles.module.css';

/** As many as the height of the placeholder holds; the book has them all. */
const SHOWN = 3;

/** The user's vehicles, those with the latest work first; each row leads to the vehicle. */
export function OwnVehicles() {
  const { t } = useTranslation(['home', 'vehicles']);
  const { data, error, refetch } = useQuery(vehiclesQuery());
  if (!data)
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <div className={home.ownPlace} aria-busy="true" />;
  if (data.data.length === 0 && data.hidden === 0) {
    return (
      <div className={home.ownPlace}>
        <p className={home.lead}>{t('vehicles:empty.text')}</p>
        <ButtonLink size="large" to={newVehiclePath}>
          {t('vehicles:add')}
        </ButtonLink>
      </div>
    );
  }
  const latest = [...data.data].sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
  return (
    <div className={home.ownPlace}>
      <ul className={styles.list}>
        {latest.slice(0, SHOWN).map((vehicle) => (
          <OwnVehicle key={vehicle.id} vehicle={vehicle} />
        ))}
      </ul>
      <ButtonLink size="large" to={paths.service}>
        {t('open')}
      </ButtonLink>
    </div>
  );
}

const dayOf = ({ lastRecord }: Vehicle): string => lastRecord?.performedOn ?? '';

function OwnVehicle({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('vehicles');
  const format = useFormat();
  const reading = useReading();
  const { id, vehicleType, mileageUnit, year, lastRecord } = vehicle;
  const unit = readingUnitOf(vehicleType, mileageUnit);
  return (
    <li>
      <Icon name={vehicleType} size="tile" />
      <p>
        <Link to={vehiclePath(id)}>{isolated(nameOf(vehicle))}</Link> <span>{year}</span>
      </p>
      <small>{lastRecord ? `${isolated(lastRecord.operationName)}, ${format.day(lastRecord.performedOn)}` : t('card.noWork')}</small>
      {vehicle.reading !== null && unit !== 'year' && <strong>{reading(vehicle.reading, unit)}</strong>}
    </li>
  );
}
