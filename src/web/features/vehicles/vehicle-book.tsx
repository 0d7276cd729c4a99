import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { newVehiclePath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BookHead } from './book-head.tsx';
import { useCollapsedGroups } from './collapsed-groups.ts';
import { HiddenNotice } from './hidden-notice.tsx';
import type { OpenVehicles } from './open-vehicles.ts';
import { useVehicleSearch } from './use-vehicle-search.ts';
import { VehicleCard } from './vehicle-card.tsx';
import { VehicleDetails } from './vehicle-details.tsx';
import { VehicleGroup } from './vehicle-group.tsx';

/** What the page puts into an open vehicle from the other slices. */
export interface VehicleSlots {
  renderRecords: (vehicle: Vehicle, shown: { isShown: boolean; focusRequest: number; onFold: () => void }) => ReactNode;
  renderNote: (vehicle: Vehicle) => ReactNode;
}

interface VehicleBookProps extends VehicleSlots {
  vehicles: readonly Vehicle[];
  hidden: number;
  limit: number | null;
  currency: Currency;
  userId: number | undefined;
  opened: OpenVehicles;
  /** A vehicle that was just added: shown whatever is folded or searched for. */
  added: Vehicle | undefined;
  /** A vehicle with a record that a link leads to: shown likewise. */
  wanted?: Vehicle | undefined;
}

/** Groups in the order of their oldest vehicle; of all cards only the first `drawn`, as they stand on the page. */
function byType(vehicles: readonly Vehicle[], drawn: number) {
  let left = drawn;
  return [...new Set(vehicles.map(({ vehicleType }) => vehicleType))].flatMap((type) => {
    const all = vehicles.filter(({ vehicleType }) => vehicleType === type);
    const group = all.slice(0, left);
    left -= group.length;
    return group.length > 0 ? [{ type, count: all.length, group }] : [];
  });
}

const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** Vehicles drawn at once, more than any screen holds; the rest follows in pieces that let the page answer meanwhile. */
const AT_ONCE = 8;

export function VehicleBook({
  vehicles,
  hidden,
  limit,
  currency,
  userId,
  opened,
  added,
  wanted,
  renderRecords,
  renderNote,
}: VehicleBookProps) {
  const { t } = useTranslation('vehicles');
  const { query, isSearching, found, search, setQuery } = useVehicleSearch(vehicles, userId, opened);
  const { collapsed, toggleGroup, unfoldGroup } = useCollapsedGroups(userId);
  const drawn = useDeferredValue(vehicles.length, AT_ONCE);

  const { startRecord, show } = opened;
  useLayoutEffect(() => {
    if (!added) return;
    setQuery('');
    unfoldGroup(added.vehicleType);
    startRecord(added.id);
  }, [added, setQuery, unfoldGroup, startRecord]);

  const [wantedId, wantedType] = [wanted?.id, wanted?.vehicleType];
  useLayoutEffect(() => {
    if (wantedId === undefined || !wantedType) return;
    setQuery('');
    unfoldGroup(wantedType);
    show(wantedId);
  }, [wantedId, wantedType, setQuery, unfoldGroup, show]);

  function handleFold(id: number) {
    opened.hide(id);
    focusOn(`vehicle-turn-${id}`);
  }
  function handleRemoved(id: number) {
    opened.forget(id);
    const next = vehicles[vehicles.findIndex((vehicle) => vehicle.id === id) + 1] ?? vehicles.find((vehicle) => vehicle.id !== id);
    // The closing dialog gives the focus back first, to a button that is about to go.
    requestAnimationFrame(() => focusOn(next ? `vehicle-turn-${next.id}` : 'vehicle-add'));
  }

  if (vehicles.length === 0)
    return (
      <>
        <BookHead />
        {hidden > 0 && <HiddenNotice count={hidden} limit={limit ?? 0} />}
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <ButtonLink to={newVehiclePath} icon="plus" id="vehicle-add">
              {t('add')}
            </ButtonLink>
          }
          icons={['bicycle', 'car', 'boat', 'motorcycle', 'yacht']}
        />
      </>
    );

  return (
    <>
      <BookHead
        vehicles={vehicles}
        currency={currency}
        search={{
          query,
          found: isSearching ? found.length : undefined,
          onQuery: search,
          onGo: () => focusOn(`vehicle-turn-${found[0]?.id}`),
        }}
      />
      {hidden > 0 && <HiddenNotice count={hidden} limit={limit ?? 0} />}
      {byType(vehicles, drawn).map(({ type, count, group }) => (
        <VehicleGroup
          key={type}
          type={type}
          count={isSearching ? found.filter(({ vehicleType }) => vehicleType === type).length : count}
          isOpen={isSearching || !collapsed.has(type)}
          isHidden={!group.some((vehicle) => found.includes(vehicle))}
          onToggle={() => toggleGroup(type)}
        >
          {group.map((vehicle) => (
            <VehicleCard
              key={vehicle.id}
              vehicle={vehicle}
              currency={currency}
              isOpen={opened.opened.get(vehicle.id) ?? false}
              isHidden={!found.includes(vehicle)}
              onToggle={opened.toggle}
              onStartRecord={opened.startRecord}
            >
              {opened.opened.has(vehicle.id) && (
                <>
                  <VehicleDetails vehicle={vehicle} note={renderNote(vehicle)} onRemoved={() => handleRemoved(vehicle.id)} />
                  {renderRecords(vehicle, {
                    isShown: opened.opened.get(vehicle.id) ?? false,
                    focusRequest: opened.focusOf(vehicle.id),
                    onFold: () => handleFold(vehicle.id),
                  })}
                </>
              )}
            </VehicleCard>
          ))}
        </VehicleGroup>
      ))}
    </>
  );
}
