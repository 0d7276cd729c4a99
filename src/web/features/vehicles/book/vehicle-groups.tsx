import { memo, type ReactNode, useDeferredValue } from 'react';
import type { Currency } from '#contract/tariffs.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { useIsBelow } from '../../../ui/use-is-below.ts';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import type { OpenVehicles } from './open-vehicles.ts';
import { VehicleCard } from './vehicle-card.tsx';
import { VehicleContent } from './vehicle-content.tsx';
import { VehicleGroup } from './vehicle-group.tsx';

interface VehicleGroupsProps {
  vehicles: readonly Vehicle[];
  /** The year of the yearly costs on the cards. */
  year: number;
  found: readonly Vehicle[];
  isSearching: boolean;
  currency: Currency;
  opened: OpenVehicles;
  /** What is due soon, by vehicle. */
  due: ReadonlyMap<number, ReactNode>;
  collapsed: ReadonlySet<VehicleType>;
  onToggleGroup: (type: VehicleType) => void;
}

/** Groups vehicles by type, in the order of their oldest vehicle; includes only the first `drawn` cards in page order. */
function byType(vehicles: readonly Vehicle[], drawn: number) {
  let left = drawn;
  return [...new Set(vehicles.map(({ vehicleType }) => vehicleType))].flatMap((type) => {
    const all = vehicles.filter(({ vehicleType }) => vehicleType === type);
    const group = all.slice(0, left);
    left -= group.length;
    return group.length > 0 ? [{ type, count: all.length, group }] : [];
  });
}

/** Vehicles rendered at once, more than any screen shows; the rest are deferred so that the page stays responsive. */
const AT_ONCE = 8;

/** Memoized: typing in the search does not re-render open vehicles. */
export const VehicleGroups = memo(function VehicleGroups(props: VehicleGroupsProps) {
  const { vehicles, year, found, isSearching, currency, opened, due, collapsed, onToggleGroup } = props;
  const drawn = useDeferredValue(vehicles.length, AT_ONCE);
  const isNarrow = useIsBelow(768);

  const handleRemoved = useStableCallback((id: number) => {
    opened.forget(id);
    const next = vehicles[vehicles.findIndex((vehicle) => vehicle.id === id) + 1] ?? vehicles.find((vehicle) => vehicle.id !== id);
    // The closing dialog first returns the focus to a button that is about to be removed.
    requestAnimationFrame(() => focusOn(next ? `vehicle-turn-${next.id}` : 'vehicle-add'));
  });

  return (
    <>
      {byType(vehicles, drawn).map(({ type, count, group }) => (
        <VehicleGroup
          key={type}
          type={type}
          count={isSearching ? found.filter(({ vehicleType }) => vehicleType === type).length : count}
          isOpen={isSearching || !collapsed.has(type)}
          isHidden={!group.some((vehicle) => found.includes(vehicle))}
          onToggle={() => onToggleGroup(type)}
        >
          {group.map((vehicle) => (
            <VehicleCard
              key={vehicle.id}
              vehicle={vehicle}
              year={year}
              currency={currency}
              due={due.get(vehicle.id)}
              isOpen={opened.opened.get(vehicle.id) ?? false}
              isNarrow={isNarrow}
              isHidden={!found.includes(vehicle)}
              onToggle={opened.toggle}
              onStartRecord={opened.startRecord}
            >
              {opened.drawn.has(vehicle.id) && (
                <VehicleContent
                  vehicle={vehicle}
                  currency={currency}
                  isShown={opened.drawn.get(vehicle.id) ?? false}
                  focusRequest={opened.focusOf(vehicle.id)}
                  onRemoved={handleRemoved}
                />
              )}
            </VehicleCard>
          ))}
        </VehicleGroup>
      ))}
    </>
  );
});
