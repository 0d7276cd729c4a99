import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Stands for the page of a vehicle until it has loaded. */
export function VehicleSkeleton() {
  const { t } = useTranslation('vehicles');
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <Skeleton height={130} count={1} />
      <Skeleton height={53} count={8} />
    </div>
  );
}

export function VehicleFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('vehicles');
  return <LoadFailure error={error} title={t('failed.title')} onRetry={onAgain} />;
}
