import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportPrices } from '#contract/reports.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { planPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './report-button.module.css';
import { useReport } from './use-report.ts';

interface ReportDialogProps {
  vehicle: Pick<Vehicle, 'id' | 'brand' | 'model'>;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks whether the report shows prices, and downloads it. Closing the dialog cancels the download. */
export function ReportDialog({ vehicle, isOpen, onClose }: ReportDialogProps) {
  const { t } = useTranslation('statistics');
  const errorText = useErrorText();
  const [prices, setPrices] = useState<ReportPrices>('with');
  const { isRunning, failure, start, cancel, forgetFailure } = useReport(vehicle.id);
  const name = `${vehicle.brand} ${vehicle.model}`;

  function close() {
    cancel();
    forgetFailure();
    onClose();
  }
  async function download() {
    if (!(await start(prices))) return;
    showToast({ text: t('report.done', { name }) });
    onClose();
  }

  return (
    <Dialog isOpen={isOpen} title={t('report.title', { name })} onClose={close} isGuarded={isRunning}>
      <p>{t('report.text')}</p>
      <SegmentedControl
        label={t('report.prices')}
        options={[
          { value: 'with', label: t('report.with') },
          { value: 'without', label: t('report.without') },
        ]}
        value={prices}
        onChange={setPrices}
      />
      <p className={styles.wait} role="status">
        {isRunning && t('report.wait')}
      </p>
      {failure && (
        <Notice
          tone="failure"
          action={failure.code === 'reportsApi.tariff' && <ButtonLink to={planPath('family')}>{t('report.toTariff')}</ButtonLink>}
        >
          {errorText(failure.code, failure.message)}
          {failure.code === 'reportsApi.limit' && failure.retryAfter !== undefined && (
            <> {t('report.again', { minutes: Math.ceil(failure.retryAfter / 60) })}</>
          )}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button look="quiet" onClick={isRunning ? cancel : close}>
          {t('report.cancel')}
        </Button>
        <Button isBusy={isRunning} busyText={t('report.busy')} onClick={() => void download()}>
          {t('report.download')}
        </Button>
      </div>
    </Dialog>
  );
}
