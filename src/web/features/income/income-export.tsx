import { useTranslation } from 'react-i18next';
import { exportIncome } from '#contract/income.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useDownload } from '../../forms/use-download.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { choiceQuery, type IncomeChoice } from './income.queries.ts';

/** Downloads the chosen payments as CSV. A search is not exported. */
export function IncomeExport({ choice }: { choice: IncomeChoice }) {
  const { t } = useTranslation('adminIncome');
  const { isRunning, failure, start } = useDownload(exportIncome.file, { isAdmin: true });
  async function save() {
    if (await start((signal) => call(exportIncome, { query: choiceQuery(choice), signal }))) showToast({ text: t('export.done') });
  }
  return (
    <>
      <FailureNotice failure={failure} />
      <Button look="quiet" isBusy={isRunning} busyText={t('export.busy')} onClick={() => void save()}>
        {t('export.button')}
      </Button>
    </>
  );
}
