import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { createImport, type ImportPreview } from '#contract/imports.ts';
import { IMPORT_BYTES } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './import.module.css';
import { keepImport, readRowsQuery } from './imports.queries.ts';
import { ProgramTips } from './program-tips.tsx';
import { StepTitle } from './step-title.tsx';
import { UndoImport } from './undo-import.tsx';

interface ImportFileProps {
  /** What can still be undone. */
  finished: readonly ImportPreview[];
  onRead: () => void;
  /** Back to the preview that waits, if there is one. */
  onBack: (() => void) | undefined;
}

/** The choice of a file, which is read at once. */
export function ImportFile({ finished, onRead, onBack }: ImportFileProps) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const { isSending, failure, showFailure, submit } = useSubmit();
  useEffect(() => () => running.current?.abort(), []);

  async function read(file: File) {
    if (file.size > IMPORT_BYTES) return showFailure({ success: false, code: 'importsApi.413', status: 413, message: '' });
    await submit(async () => {
      running.current = new AbortController();
      const result = await call(createImport, { image: file, signal: running.current.signal });
      if (result.success) {
        keepImport(client, result.data);
        onRead();
      }
      return result.success || result.code !== 'client.aborted' ? result : undefined;
    });
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = '';
    if (file) void read(file);
  }

  return (
    <div data-step className={styles.file}>
      <StepTitle>{t('file.title')}</StepTitle>
      <FailureNotice failure={failure} />
      <div className={styles.drop}>
        <p>{t('file.text')}</p>
        <input
          ref={input}
          type="file"
          accept=".zip,.csv,.tsv,.txt,.json,application/zip,text/csv,text/plain,application/json"
          hidden
          aria-label={t('file.choose')}
          onChange={choose}
        />
        <Button isBusy={isSending} busyText={t('file.reading')} onClick={() => input.current?.click()}>
          {t('file.choose')}
        </Button>
        <small>{isSending ? <ReadRows /> : t('file.limits')}</small>
        <div className={styles.second}>
          {isSending && (
            <Button look="quiet" onClick={() => running.current?.abort()}>
              {t('file.cancel')}
            </Button>
          )}
          {onBack && !isSending && (
            <Button look="quiet" onClick={onBack}>
              {t('file.back')}
            </Button>
          )}
        </div>
      </div>
      <ProgramTips />
      {finished.length > 0 && <Finished imports={finished} />}
    </div>
  );
}

/** How much has been read; nothing while the file is being sent. */
function ReadRows() {
  const { t } = useTranslation('imports');
  const { data } = useQuery(readRowsQuery());
  return data && data.rows > 0 ? t('file.rows', { count: data.rows }) : t('file.limits');
}

function Finished({ imports }: { imports: readonly ImportPreview[] }) {
  const { t } = useTranslation('imports');
  const { moment } = useFormat();
  return (
    <Sheet className={styles.finished}>
      <h3>{t('finished.title')}</h3>
      <ul>
        {imports.map((done) => (
          <li key={done.id}>
            <p>
              <b>{done.fileName}</b>
              <br />
              <small>{t('finished.text', { count: done.fresh, until: moment(done.expiresAt) })}</small>
            </p>
            <UndoImport preview={done} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
