import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import styles from './account.module.css';

export function ProfileFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('user');
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <LoadFailure error={error} onRetry={onAgain} />
    </>
  );
}

/** Has the size of the account card, so that nothing moves when the card appears. */
export function ProfileSkeleton() {
  const { t } = useTranslation('user');
  return (
    <UnknownHeight>
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles.who}>
        <div className={styles.avatar} />
        <Skeleton height={54} />
      </div>
      <div className={styles.plan}>
        <Skeleton height={54} />
      </div>
    </UnknownHeight>
  );
}
