import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BookHead } from './book-head.tsx';
import styles from './vehicles.module.css';

/** Placeholders for head, search and first vehicle at their final heights. */
export function BookSkeleton() {
  const { t } = useTranslation(['vehicles', 'shell']);
  return (
    <>
      <BookHead isLoading />
      <div className={styles.loading} aria-busy="true">
        <p className="visually-hidden">{t('loading')}</p>
        <div className={styles.toolbarPlace} />
        <div className={styles.tabPlace} />
        <div className={styles.vehiclePlace} />
      </div>
    </>
  );
}

export function BookFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation(['vehicles', 'shell']);
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <>
      <BookHead />
      <Notice
        tone="failure"
        action={
          <Button look="quiet" onClick={onAgain}>
            {t('shell:again')}
          </Button>
        }
      >
        <b>{t('failed.title')}</b> {errorText(failure?.code ?? 'carsApi.unknownError', failure?.message)}
      </Notice>
    </>
  );
}
