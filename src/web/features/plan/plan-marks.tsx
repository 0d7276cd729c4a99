import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { planQuery } from '../../api/plan.queries.ts';
import { vehiclePath } from '../../paths.ts';
import styles from './plan-marks.module.css';
import { usePlanTexts } from './use-plan-texts.ts';

/** Without the lines nothing is said: the plan itself tells why. */
function useLines(vehicle: Vehicle): readonly PlanLine[] | undefined {
  return useQuery({ ...planQuery(vehicle.id), retry: false }).data;
}

/** How many lines need attention, in the tab of the plan. */
export function PlanCount({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('plan');
  const count = (useLines(vehicle) ?? []).filter(({ state, snoozedUntil }) => state !== 'fine' && snoozedUntil === null).length;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('attention', { count })}</span>
    </span>
  );
}

interface DueLineProps {
  vehicle: Vehicle;
  line: PlanLine;
}

/** A line and when it is due, as a link to the plan. */
export function DueLine({ vehicle, line }: DueLineProps) {
  const { when } = usePlanTexts(readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit));
  return (
    <Link className={styles.next} to={vehiclePath(vehicle.id, 'plan')} data-state={line.state}>
      <b>{line.title}:</b> {when(line)}
    </Link>
  );
}

/** What is due next, or an invitation to an empty plan. */
export function NextDue({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('plan');
  const lines = useLines(vehicle);
  if (lines?.length === 0)
    return vehicle.archivedAt === null ? (
      <Link className={styles.next} to={vehiclePath(vehicle.id, 'plan')}>
        {t('begin')}
      </Link>
    ) : null;
  const next = lines?.find(({ reason, snoozedUntil }) => reason !== null && snoozedUntil === null);
  return next ? <DueLine vehicle={vehicle} line={next} /> : null;
}
