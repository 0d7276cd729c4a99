import { useTranslation } from 'react-i18next';
import { UnknownHeight } from '../../../ui/unknown-height.tsx';
import { BookHead } from './book-head.tsx';
import { VehicleFailure } from './vehicle-states.tsx';
import styles from './vehicles.module.css';

/** Placeholders for head, search and first vehicle at their final heights. */
export function BookSkeleton() {
  const { t } = useTranslation(['vehicles', 'shell']);
  return (
    <>
      <BookHead isLoading />
      <UnknownHeight className={styles.loading}>
        <p className="visually-hidden">{t('loading')}</p>
        <div className={styles.toolbarPlace} />
        <div className={styles.tabPlace} />
        <div className={styles.vehiclePlace} />
      </UnknownHeight>
    </>
  );
}

export function BookFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  return (
    <>
      <BookHead />
      <VehicleFailure error={error} onAgain={onAgain} />
    </>
  );
}
