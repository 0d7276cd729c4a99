import { memo } from 'react';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
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

/** What an open vehicle shows below its line. Memoized: opening a vehicle does not re-render the others that are open. */
export const VehicleContent = memo(function VehicleContent({ vehicle, onRemoved, ...shown }: VehicleContentProps) {
  return (
    <>
      <VehicleDetails vehicle={vehicle} onRemoved={() => onRemoved(vehicle.id)} />
      {(vehicle.archivedAt === null || vehicle.recordCount > 0) && <LatestEntries vehicle={vehicle} {...shown} />}
    </>
  );
});
