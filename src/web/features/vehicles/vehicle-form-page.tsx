import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { isolated } from '../../i18n/isolated.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useViewTitle } from '../../ui/view-title.ts';
import { PlanLink } from './plan-link.tsx';
import styles from './vehicle-form.module.css';
import { VehicleForm } from './vehicle-form.tsx';
import { nameOf } from './vehicle-name.ts';

interface VehicleFormPageProps {
  /** Undefined for a new one. */
  vehicle: Vehicle | undefined;
  /** How many there are, hidden ones included, and how many the tariff allows. */
  count: number;
  limit: number | null;
  onSaved: (vehicle: Vehicle) => void;
  onGone: () => void;
}

/** The form as a view of its own. A full book says so before anything is filled in. */
export function VehicleFormPage({ vehicle, count, limit, onSaved, onGone }: VehicleFormPageProps) {
  const { t } = useTranslation('vehicleForm');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useViewTitle(vehicle ? `${t('edit')}: ${isolated(nameOf(vehicle))}` : t('new'));
  const isFull = !vehicle && limit !== null && count >= limit;
  return (
    <>
      <Link className={styles.back} to={paths.service}>
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
        <VehicleForm vehicle={vehicle} onSaved={onSaved} onGone={onGone} />
      )}
    </>
  );
}
