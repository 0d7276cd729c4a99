import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './user.module.css';

export function ProfileFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('user');
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <Notice
        tone="failure"
        action={
          <Button look="quiet" size="small" onClick={onAgain}>
            {t('again')}
          </Button>
        }
      >
        {errorText(failure?.code ?? 'carsApi.unknownError', failure?.message)}
      </Notice>
    </>
  );
}

/** Of the card's own measures, so that nothing moves when it comes. */
export function ProfileSkeleton() {
  const { t } = useTranslation('user');
  return (
    <div className={styles.waiting} aria-busy="true">
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles.who}>
        <div className={styles.avatar} />
        <Skeleton height={54} />
      </div>
      <div className={styles.plan}>
        <Skeleton height={54} />
      </div>
    </div>
  );
}
