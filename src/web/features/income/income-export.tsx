import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportIncome } from '#contract/income.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useDownload } from '../../forms/use-download.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import { choiceQuery, type IncomeChoice } from './income.queries.ts';

/** Opens a dialog that downloads the chosen payments as CSV. A search is not exported. */
export function IncomeExport({ choice }: { choice: IncomeChoice }) {
  const { t } = useTranslation('adminIncome');
  const [isOpen, setOpen] = useState(false);
  const download = useDownload(exportIncome.file, { isAdmin: true });

  function close() {
    download.cancel();
    setOpen(false);
  }
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('export.button')}
      </Button>
      <Dialog isOpen={isOpen} title={t('export.title')} isGuarded={download.isRunning} onClose={close}>
        {isOpen && <ExportForm choice={choice} download={download} onDone={() => setOpen(false)} onClose={close} />}
      </Dialog>
    </>
  );
}

/** Days of records begin at midnight UTC, as their times in the file. */
const today = (): string => new Date().toISOString().slice(0, 10);

interface ExportFormProps {
  choice: IncomeChoice;
  download: ReturnType<typeof useDownload>;
  onDone: () => void;
  onClose: () => void;
}

/** With a day, the file has only what was recorded before it, and is the same whenever it is made. */
function ExportForm({ choice, download, onDone, onClose }: ExportFormProps) {
  const { t } = useTranslation('adminIncome');
  const { isRunning, failure, start, cancel } = download;
  const [before, setBefore] = useState('');
  const error = before > today() ? 'validation.date.future' : undefined;

  async function save() {
    if (error) return;
    const query = { ...choiceQuery(choice), ...(before && { booked_before: `${before}T00:00:00Z` }) };
    if (!(await start((signal) => call(exportIncome, { query, signal })))) return;
    showToast({ text: t('export.done') });
    onDone();
  }
  return (
    <div className="form">
      <p>{t('export.lead')}</p>
      <TextField
        type="date"
        label={t('export.before')}
        help={t('export.beforeHelp')}
        max={today()}
        value={before}
        error={error}
        onChange={({ currentTarget }) => setBefore(currentTarget.value)}
      />
      <FailureNotice failure={failure} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={isRunning ? cancel : onClose}>
          {t(isRunning ? 'export.cancel' : 'export.close')}
        </Button>
        <Button isBusy={isRunning} busyText={t('export.busy')} onClick={() => void save()}>
          {t('export.start')}
        </Button>
      </div>
    </div>
  );
}
