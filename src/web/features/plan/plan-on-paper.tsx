import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { planQuery } from '../../api/plan.queries.ts';
import styles from './plan-on-paper.module.css';
import { usePlanTexts } from './use-plan-texts.ts';

/** On paper: what is due next, before the history of a vehicle. Nothing is due on an archived one. */
export function PlanOnPaper({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('plan');
  const { data = [] } = useQuery({ ...planQuery(vehicle.id), retry: false });
  const { dues } = usePlanTexts(readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit));
  const lines = data.map((line) => ({ ...line, dues: dues(line) })).filter((line) => line.dues.length > 0);
  if (lines.length === 0 || vehicle.archivedAt !== null) return null;
  return (
    <table className={styles.table}>
      <caption>{t('paper.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('paper.line')}</th>
          <th scope="col">{t('paper.due')}</th>
          <th scope="col">{t('paper.state')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">{line.title}</th>
            <td>{line.dues.join(' ')}</td>
            <td>{t(`state.${line.state}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
