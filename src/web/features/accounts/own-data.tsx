import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { exportData } from '#contract/export.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useDownload } from '../../forms/use-download.ts';
import { importPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './own-data.module.css';

/** Everything that the account keeps, as one file. */
export function OwnData() {
  const { t } = useTranslation('ownData');
  return (
    <Sheet className={styles.card}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <DownloadOwnData />
      <p className={styles.move}>
        <Link to={importPath}>{t('move')}</Link>
      </p>
    </Sheet>
  );
}

/** The button that downloads it; `isFirst` says so where the account is about to be deleted. */
export function DownloadOwnData({ isFirst }: { isFirst?: boolean }) {
  const { t } = useTranslation('ownData');
  const { isRunning, failure, start, cancel } = useDownload(exportData.file, {});

  async function download() {
    if (await start((signal) => call(exportData, { signal }))) showToast({ text: t('saved') });
  }

  return (
    <div className={styles.download}>
      <FailureNotice failure={failure} />
      <div className={styles.buttons}>
        <Button look="quiet" isBusy={isRunning} busyText={t('preparing')} onClick={() => void download()}>
          {t(isFirst ? 'first' : 'download')}
        </Button>
        {isRunning && (
          <Button look="quiet" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
