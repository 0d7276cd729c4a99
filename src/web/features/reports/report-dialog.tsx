import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { ReportForm } from './report-form.tsx';
import { useReport } from './use-report.ts';
import type { ReportVehicle } from './vehicle-choice.tsx';

interface ReportDialogProps {
  /** One vehicle, or several to choose from; undefined until they are loaded. */
  vehicles: readonly ReportVehicle[] | undefined;
  /** Shown until they are loaded. */
  pending?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks what the report shows, and downloads it. Closing the dialog cancels the download. */
export function ReportDialog({ vehicles, pending, isOpen, onClose }: ReportDialogProps) {
  const { t } = useTranslation('statistics');
  const report = useReport();
  const [only, ...others] = vehicles ?? [];
  const name = only && others.length === 0 ? `${only.brand} ${only.model}` : undefined;

  function close() {
    report.cancel();
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={name === undefined ? t('reports.title') : t('report.title', { name })}
      onClose={close}
      isGuarded={report.isRunning}
    >
      {vehicles ? <ReportForm vehicles={vehicles} name={name} report={report} onDone={onClose} onCancel={close} /> : pending}
    </Dialog>
  );
}
