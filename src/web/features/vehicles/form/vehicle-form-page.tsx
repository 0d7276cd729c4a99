import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { nameOf } from '../../../vehicle-name.ts';
import { PlanLink } from '../plan-link.tsx';
import { useFormOrigin } from './form-origin.ts';
import styles from './vehicle-form.module.css';
import { VehicleForm } from './vehicle-form.tsx';

interface VehicleFormPageProps {
  /** undefined for a new vehicle. */
  vehicle: Vehicle | undefined;
  /** Number of vehicles, including hidden ones, and the limit of the tariff. */
  count: number;
  limit: number | null;
  onSaved: (vehicle: Vehicle) => void;
  onGone: () => void;
}

/** The vehicle form as a page. If the limit is reached, says so instead of showing the form. */
export function VehicleFormPage({ vehicle, count, limit, onSaved, onGone }: VehicleFormPageProps) {
  const { t } = useTranslation('vehicleForm');
  const origin = useFormOrigin();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const isFull = !vehicle && limit !== null && count >= limit;
  return (
    <>
      <title>{`${vehicle ? `${t('edit')}: ${isolated(nameOf(vehicle))}` : t('new')} · Carnet`}</title>
      <Link className={styles.back} to={origin}>
        <Icon name="back" />
        {t('back')}
      </Link>
      <div className={styles.head}>
        <h1 ref={title} tabIndex={-1}>
          {t(vehicle ? 'edit' : 'new')}
        </h1>
        {vehicle && <p>{nameOf(vehicle)}</p>}
        {!vehicle && !isFull && <p>{t('hint')}</p>}
      </div>
      {isFull ? (
        <Notice action={<PlanLink />}>
          <b>{t('limit.title', { count: limit })}</b> {t('limit.text', { count })}
        </Notice>
      ) : (
        <VehicleForm vehicle={vehicle} onSaved={onSaved} onOutdated={onGone} />
      )}
    </>
  );
}
