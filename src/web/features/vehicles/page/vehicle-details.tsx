import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { numberKindOf } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { editVehiclePath } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { nameOf } from '../../../vehicle-name.ts';
import type { FormOrigin } from '../form/form-origin.ts';
import { numberOf } from '../vehicle-number.ts';
import type { Leaving } from './remove-vehicle.tsx';
import styles from './vehicle-details.module.css';
import { VehicleNote } from './vehicle-note.tsx';

const ArchivedActions = lazyPart(async () => (await import('../archive/archived-actions.tsx')).ArchivedActions);
const RemoveVehicle = lazyPart(async () => (await import('./remove-vehicle.tsx')).RemoveVehicle);

interface VehicleDetailsProps {
  vehicle: Vehicle;
  /** Level of the titles; 4 in the list of vehicles. */
  level?: 2 | 4;
  onRemoved: () => void;
}

const CAPACITIES = ['tankVolume', 'secondTankVolume', 'batteryCapacity'] as const;

/** The details of a vehicle, the buttons to edit (or restore) and delete it, and its note. */
export function VehicleDetails({ vehicle, level = 4, onRemoved }: VehicleDetailsProps) {
  const { t } = useTranslation('vehicles');
  const format = useFormat();
  const { pathname } = useLocation();
  /** undefined until the first time. */
  const [asksTo, setAsksTo] = useState<Leaving | null>();
  const name = nameOf(vehicle);
  const removeButton = (
    <Button look="danger-plain" icon="trash" aria-label={t('details.removeOf', { name })} onClick={() => setAsksTo('remove')}>
      {t('details.remove')}
    </Button>
  );
  return (
    <div className={styles.details}>
      <div>
        <Facts className={styles.facts}>
          <Fact label={t(`numbers.${numberKindOf(vehicle)}`)}>{isolated(numberOf(vehicle))}</Fact>
          <Fact label={t('details.year')}>{vehicle.year}</Fact>
          {vehicle.plate && <Fact label={t('numbers.plate')}>{isolated(vehicle.plate)}</Fact>}
          {vehicle.carType && (
            <Fact label={t(vehicle.vehicleType === 'motorcycle' ? 'details.motorcycleType' : 'details.body')}>
              {t(`bodies.${vehicle.carType}`)}
            </Fact>
          )}
          {vehicle.fuelType && <Fact label={t('details.fuel')}>{t(`fuels.${vehicle.fuelType}`)}</Fact>}
          {vehicle.secondFuelType && <Fact label={t('details.secondFuelType')}>{t(`secondFuels.${vehicle.secondFuelType}`)}</Fact>}
          {CAPACITIES.map(
            (name) =>
              vehicle[name] && (
                <Fact key={name} label={t(`details.${name}`)}>
                  {t(`capacities.${name}`, { value: format.number(vehicle[name]) })}
                </Fact>
              ),
          )}
          {vehicle.engineVolume !== null && (
            <Fact label={t('details.engine')}>
              {t('details.engineValue', { value: format.number(vehicle.engineVolume, { useGrouping: false }) })}
            </Fact>
          )}
          <Fact label={t('details.color')}>{vehicle.color}</Fact>
          <Fact label={t('details.since')}>{format.day(vehicle.createdAt)}</Fact>
          {vehicle.archivedAt !== null && <Fact label={t('archive.since')}>{format.day(vehicle.archivedAt)}</Fact>}
        </Facts>
        {vehicle.archivedAt === null ? (
          <div className={styles.actions}>
            <ButtonLink
              look="plain"
              icon="edit"
              id={`vehicle-edit-${vehicle.id}`}
              to={editVehiclePath(vehicle.id)}
              state={{ from: pathname } satisfies FormOrigin}
              aria-label={t('details.editOf', { name })}
            >
              {t('details.edit')}
            </ButtonLink>
            <Button look="plain" icon="archive" aria-label={t('details.soldOf', { name })} onClick={() => setAsksTo('archive')}>
              {t('details.sold')}
            </Button>
            {removeButton}
          </div>
        ) : (
          <Suspense fallback={<div className={styles.actions}>{removeButton}</div>}>
            <ArchivedActions vehicle={vehicle}>{removeButton}</ArchivedActions>
          </Suspense>
        )}
      </div>
      <VehicleNote vehicle={vehicle} level={level} />
      {asksTo !== undefined && (
        <Suspense fallback={null}>
          <RemoveVehicle vehicle={vehicle} asksTo={asksTo} onClose={() => setAsksTo(null)} onRemoved={onRemoved} />
        </Suspense>
      )}
    </div>
  );
}
