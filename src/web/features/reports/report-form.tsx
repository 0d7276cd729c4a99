import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import { REPORT_VEHICLES_MAX } from '#contract/limits.ts';
import { REPORT_KINDS, type ReportPrices } from '#contract/reports.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { planPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { showToast } from '../../ui/toast.ts';
import { KindChoice, kindsOf } from './kind-choice.tsx';
import styles from './report.module.css';
import type { useReport } from './use-report.ts';
import { type ReportVehicle, VehicleChoice } from './vehicle-choice.tsx';

interface ReportFormProps {
  vehicles: readonly ReportVehicle[];
  /** Set for a single vehicle; undefined if there are several. */
  name: string | undefined;
  report: ReturnType<typeof useReport>;
  onDone: () => void;
  onCancel: () => void;
}

export function ReportForm({ vehicles, name, report, onDone, onCancel }: ReportFormProps) {
  const { t } = useTranslation('statistics');
  const errorText = useErrorText();
  const [prices, setPrices] = useState<ReportPrices>('with');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(vehicles.slice(0, REPORT_VEHICLES_MAX).map(({ id }) => id)));
  const kinds = kindsOf(vehicles);
  const [chosenKinds, setKinds] = useState<readonly EntryKindName[]>(() => kinds.filter((kind) => REPORT_KINDS.includes(kind)));
  const { isRunning, failure, start, cancel } = report;
  const isPossible = chosenKinds.length > 0 && chosen.size > 0 && chosen.size <= REPORT_VEHICLES_MAX;

  async function download() {
    // In the order of the book.
    const ids = vehicles.flatMap(({ id }) => (chosen.has(id) ? id : []));
    if (!(await start(ids, { prices, kinds: chosenKinds.join(',') }))) return;
    showToast({ text: name === undefined ? t('reports.done') : t('report.done', { name }) });
    onDone();
  }

  return (
    <>
      <p>{t(name === undefined ? 'reports.text' : 'report.text')}</p>
      {name === undefined && <VehicleChoice vehicles={vehicles} chosen={chosen} onChange={setChosen} />}
      <KindChoice kinds={kinds} chosen={chosenKinds} onChange={setKinds} />
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
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={isRunning ? cancel : onCancel}>
          {t('report.cancel')}
        </Button>
        <Button isBusy={isRunning} busyText={t('report.busy')} disabled={!isPossible} onClick={() => void download()}>
          {t('report.download')}
        </Button>
      </div>
    </>
  );
}
