import { type ReactNode, startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { VEHICLE_VIEWS, type VehicleView, vehiclePath } from '../../../paths.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { hasFuel } from '../../entries/history/new-entry.tsx';
import styles from './vehicle-tabs.module.css';

interface VehicleTabsProps {
  vehicle: Vehicle;
  view: VehicleView;
  /** In the tab of the plan. */
  planCount: ReactNode;
}

/** Links to the views of a vehicle, as index tabs at the edge of its sheet. */
export function VehicleTabs({ vehicle, view, planCount }: VehicleTabsProps) {
  const { t } = useTranslation('vehicles');
  // A pressed tab is marked at once; a long history takes longer to render.
  const [marked, setMarked] = useOptimistic(view);
  return (
    <nav className={styles.tabs} aria-label={t('page.views', { name: nameOf(vehicle) })}>
      <ul>
        {VEHICLE_VIEWS.filter((one) => one !== 'fuel' || hasFuel(vehicle)).map((one) => (
          <li key={one}>
            <Link
              to={vehiclePath(vehicle.id, one)}
              aria-current={one === marked ? 'page' : undefined}
              onClick={() => startTransition(() => setMarked(one))}
              preventScrollReset
            >
              {t(`page.view.${one}`)}
              {one === 'plan' && planCount}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
