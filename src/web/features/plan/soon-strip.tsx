import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehiclePath } from '../../paths.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { nameOf } from '../../vehicle-name.ts';
import styles from './soon-strip.module.css';
import { usePlanTexts } from './use-plan-texts.ts';

const SHOWN = 3;

interface SoonStripProps {
  /** The most urgent first. */
  lines: readonly { vehicleId: number; line: PlanLine }[];
  vehicles: readonly Vehicle[];
}

/** What is overdue, due or soon on all vehicles: three lines, and the others on demand. Nothing if there is none. */
export function SoonStrip({ lines, vehicles }: SoonStripProps) {
  const { t } = useTranslation('plan');
  const titleId = useId();
  const known = lines.flatMap(({ vehicleId, line }) => {
    const vehicle = vehicles.find(({ id }) => id === vehicleId);
    return vehicle ? [{ vehicle, line }] : [];
  });
  if (known.length === 0) return null;
  const rows = (some: typeof known) => (
    <ul>
      {some.map(({ vehicle, line }) => (
        <SoonRow key={line.id} vehicle={vehicle} line={line} />
      ))}
    </ul>
  );
  return (
    <section className={styles.soon} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('soon')}</h2>
      {rows(known.slice(0, SHOWN))}
      {known.length > SHOWN && <Disclosure summary={t('soonMore', { count: known.length - SHOWN })}>{rows(known.slice(SHOWN))}</Disclosure>}
    </section>
  );
}

function SoonRow({ vehicle, line }: { vehicle: Vehicle; line: PlanLine }) {
  const { when } = usePlanTexts(readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit));
  return (
    <li>
      <Link to={vehiclePath(vehicle.id, 'plan')}>
        <Icon name={vehicle.vehicleType} />
        <span>
          <b>{line.title}</b> <small>{nameOf(vehicle)}</small>
        </span>{' '}
        <span className={styles.when}>{when(line)}</span>
        <Icon name="chevron" size="small" className={styles.go} />
      </Link>
    </li>
  );
}
