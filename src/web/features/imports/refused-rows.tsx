import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRefusedRows, type ImportPreview } from '#contract/imports.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useDownload } from '../../forms/use-download.ts';
import { Button } from '../../ui/button.tsx';
import styles from './import.module.css';
import { useReasonText } from './use-reason-text.ts';

/** Shown at first. */
const FIRST = 3;

/** The rows that cannot be taken, each with its reason. */
export function RefusedRows({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('imports');
  const reasonText = useReasonText();
  const [isWhole, setWhole] = useState(false);
  const { isRunning, failure, start } = useDownload(getRefusedRows.file, {});
  const { refused, refusedCount } = preview;
  if (refusedCount === 0) return null;
  const rows = isWhole ? refused : refused.slice(0, FIRST);
  const download = () => start((signal) => call(getRefusedRows, { params: { importId: preview.id }, signal }));
  return (
    <div className={styles.part}>
      <div className={styles.line}>
        <h3>{t('refused.title', { count: refusedCount })}</h3>
        <Button look="quiet" isBusy={isRunning} busyText={t('refused.saving')} onClick={() => void download()}>
          {t('refused.download')}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      <table className={styles.refused}>
        <thead>
          <tr>
            <th scope="col">{t('refused.line')}</th>
            <th scope="col">{t('refused.content')}</th>
            <th scope="col">{t('refused.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, content, reason }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{content}</td>
              <td>{reasonText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && refused.length > FIRST && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {t('refused.more', { count: refused.length - FIRST })}
        </Button>
      )}
    </div>
  );
}
