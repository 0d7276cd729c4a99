import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { planPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import styles from './report.module.css';
import { ReportDialog } from './report-dialog.tsx';

/** Opens the dialog for the PDF of a vehicle; without a tariff that has reports, the button is off and leads to the tariffs. */
export function ReportButton({ vehicle }: { vehicle: Pick<Vehicle, 'id' | 'brand' | 'model' | 'vehicleType'> }) {
  const { t } = useTranslation('statistics');
  const isBasic = useOwnTariff() === 'basic';
  const [isOpen, setOpen] = useState(false);
  const reasonId = useId();
  // An open dialog stays when the tariff ends: it shows the reason.
  if (isBasic && !isOpen)
    return (
      <div className={styles.locked}>
        <Button look="quiet" disabled aria-describedby={reasonId}>
          {t('report.button')}
        </Button>
        <small id={reasonId}>
          {t('report.locked')} <Link to={planPath('family')}>{t('report.toTariff')}</Link>
        </small>
      </div>
    );
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('report.button')}
      </Button>
      <ReportDialog vehicles={[vehicle]} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
