import { memo } from 'react';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import { LatestEntries } from '../../entries/list/latest-entries.tsx';
import { VehicleDetails } from '../page/vehicle-details.tsx';

interface VehicleContentProps {
  vehicle: Vehicle;
  currency: Currency;
  /** False while the vehicle is closed. */
  isShown: boolean;
  focusRequest: number;
  onRemoved: (id: number) => void;
}

/**
 * What an open vehicle shows below its line; on phones its details come last, since the form and the records are what it is opened for.
 * Memoized: opening a vehicle does not re-render the others that are open.
 */
export const VehicleContent = memo(function VehicleContent({ vehicle, onRemoved, ...shown }: VehicleContentProps) {
  const isPhone = useIsBelow(PHONE);
  const hasEntries = vehicle.archivedAt === null || vehicle.recordCount > 0;
  // With keys, so that a turned phone moves them with what is typed.
  const parts = [
    <VehicleDetails key="details" vehicle={vehicle} onRemoved={() => onRemoved(vehicle.id)} />,
    ...(hasEntries ? [<LatestEntries key="entries" vehicle={vehicle} {...shown} />] : []),
  ];
  return isPhone ? parts.reverse() : parts;
});
