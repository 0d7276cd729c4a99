import { type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { numberKindOf } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useHasDraft, vehicleDraftsKey } from '../../../forms/drafts.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { vehiclePath } from '../../../paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { nameOf } from '../../../vehicle-name.ts';
import { VehiclePhoto } from '../page/vehicle-photo.tsx';
import { numberOf } from '../vehicle-number.ts';
import styles from './vehicle-card.module.css';

interface VehicleCardProps {
  vehicle: Vehicle;
  /** The year of the yearly cost. */
  year: number;
  currency: Currency;
  isOpen: boolean;
  /** Not matched by the search. */
  isHidden: boolean;
  /** Below 768 px a closed vehicle is a short line. */
  isNarrow: boolean;
  /** What is due soon. */
  due?: ReactNode;
  onToggle: (id: number) => void;
  /** Without it, the vehicle cannot be changed. */
  onStartRecord?: (id: number) => void;
  /** Content of an open vehicle; stays mounted when the vehicle is closed. undefined until it is first opened. */
  children: ReactNode;
}

function LastWork({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('vehicles');
  const format = useFormat();
  if (!vehicle.lastRecord) return <small className={styles.last}>{t('card.noWork')}</small>;
  return (
    <small className={styles.last}>
      <span>{t('card.last')}</span> {isolated(vehicle.lastRecord.operationName)}, {format.day(vehicle.lastRecord.performedOn)}
    </small>
  );
}

function VehicleFacts({ vehicle, year, currency }: Pick<VehicleCardProps, 'vehicle' | 'year' | 'currency'>) {
  const { t } = useTranslation('vehicles');
  const sums = useSums();
  const reading = useReading();
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  return (
    <Facts className={styles.facts}>
      <Fact label={t(`readingName.${unit}`)}>{vehicle.reading === null ? t('card.none') : reading(vehicle.reading, unit)}</Fact>
      <Fact label={t('card.year', { year })}>{sums.sum(vehicle.spentYear, currency, vehicle.otherCurrenciesYear)}</Fact>
      <Fact label={t('card.all')}>{sums.sum(vehicle.spentTotal, currency, vehicle.otherCurrencies)}</Fact>
    </Facts>
  );
}

/** The key figures in one line, for phones. */
function BriefFacts({ vehicle, year, currency }: Pick<VehicleCardProps, 'vehicle' | 'year' | 'currency'>) {
  const { t } = useTranslation('vehicles');
  const sums = useSums();
  const reading = useReading();
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  return (
    <p className={styles.brief}>
      {vehicle.plate && <span>{isolated(vehicle.plate)}</span>}
      {/* A bicycle has the year of its last work, which looks like the model year. */}
      {vehicle.reading !== null && unit !== 'year' && <span>{reading(vehicle.reading, unit)}</span>}
      <span>{t('card.brief', { year, amount: sums.sum(vehicle.spentYear, currency, vehicle.otherCurrenciesYear) })}</span>
    </p>
  );
}

/** One line of the list; below it, when open, the vehicle's details. Memoized: of many cards, only the changed ones re-render. */
export const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { vehicle, year, currency, isOpen, isHidden, isNarrow, due, onToggle, onStartRecord, children } = props;
  const isBrief = isNarrow && !isOpen;
  const { t } = useTranslation('vehicles');
  const name = nameOf(vehicle);
  function handleClick({ target }: MouseEvent<HTMLElement>) {
    const isOwnTarget = (target as Element).closest('button, a, dialog') !== null;
    const isSelecting = getSelection()?.isCollapsed === false;
    if (!isOwnTarget && !isSelecting) onToggle(vehicle.id);
  }
  const hasDraft = useHasDraft(vehicleDraftsKey(vehicle.id));
  return (
    <article
      className={styles.vehicle}
      id={`vehicle-${vehicle.id}`}
      hidden={isHidden}
      data-open={isOpen || undefined}
      aria-labelledby={`vehicle-name-${vehicle.id}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the button at its end */}
      <div className={styles.top} onClick={handleClick}>
        <VehiclePhoto className={styles.photo} image={vehicle.image} name={name} isEnlargeable={isOpen} />
        <div className={styles.text}>
          <h3 className={styles.name} id={`vehicle-name-${vehicle.id}`}>
            <Link to={vehiclePath(vehicle.id)}>{isBrief ? isolated(name) : `${isolated(name)}, ${vehicle.year}`}</Link>
          </h3>
          {isBrief ? (
            <BriefFacts vehicle={vehicle} year={year} currency={currency} />
          ) : (
            <>
              <span className={styles.number}>
                {t(`numbers.${numberKindOf(vehicle)}`)} {isolated(numberOf(vehicle))}
                {vehicle.plate && ` · ${isolated(vehicle.plate)}`}
              </span>
              <LastWork vehicle={vehicle} />
            </>
          )}
          {due && <div className={styles.due}>{due}</div>}
          {!isOpen && onStartRecord && hasDraft && <small className={styles.unsaved}>{t('card.unsaved')}</small>}
        </div>
        {!isBrief && <VehicleFacts vehicle={vehicle} year={year} currency={currency} />}
        <div className={styles.actions}>
          {!isOpen && onStartRecord && (
            <Button look="quiet" icon="plus" aria-label={t('card.recordFor', { name })} onClick={() => onStartRecord(vehicle.id)}>
              {!isBrief && t('card.record')}
            </Button>
          )}
          <IconButton
            className={styles.turn}
            id={`vehicle-turn-${vehicle.id}`}
            icon="chevron"
            label={t(isOpen ? 'card.close' : 'card.open', { name })}
            aria-expanded={isOpen}
            aria-controls={children ? `vehicle-body-${vehicle.id}` : undefined}
            onClick={() => onToggle(vehicle.id)}
          />
        </div>
      </div>
      {children && (
        <div className={styles.body} id={`vehicle-body-${vehicle.id}`} hidden={!isOpen}>
          {children}
        </div>
      )}
    </article>
  );
});
