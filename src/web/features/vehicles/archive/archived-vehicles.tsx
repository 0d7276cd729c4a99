import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useIsBelow } from '../../../ui/use-is-below.ts';
import { VehicleCard } from '../book/vehicle-card.tsx';
import { VehicleContent } from '../book/vehicle-content.tsx';
import { archiveQuery } from '../vehicles.queries.ts';

export interface ArchivedVehiclesProps {
  /** Number of archived vehicles. */
  count: number;
  currency: Currency;
}

export function ArchivedVehicles({ count, currency }: ArchivedVehiclesProps) {
  const { t } = useTranslation('vehicles');
  const { data: archive, error, refetch } = useQuery(archiveQuery());
  const isNarrow = useIsBelow(768);
  const [openIds, setOpenIds] = useState<readonly number[]>([]);

  function toggle(id: number) {
    setOpenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  }
  function handleRemoved(id: number) {
    const next = archive?.data.find((vehicle) => vehicle.id !== id);
    // The closing dialog first returns the focus to a button that is about to be removed.
    requestAnimationFrame(() => focusOn(next ? `vehicle-turn-${next.id}` : 'vehicle-add'));
  }

  if (!archive && error) return <LoadFailure error={error} title={t('archive.failed')} onRetry={() => void refetch()} />;
  if (!archive) return <Skeleton height={105} count={count} />;
  return archive.data.map((vehicle) => {
    const isOpen = openIds.includes(vehicle.id);
    return (
      <VehicleCard
        key={vehicle.id}
        vehicle={vehicle}
        year={archive.year}
        currency={currency}
        isOpen={isOpen}
        isNarrow={isNarrow}
        isHidden={false}
        onToggle={toggle}
      >
        {isOpen && <VehicleContent vehicle={vehicle} currency={currency} isShown focusRequest={0} onRemoved={handleRemoved} />}
      </VehicleCard>
    );
  });
}
