import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { importPath, newVehiclePath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusOn } from '../../../ui/focus-on.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { showToast } from '../../../ui/toast.ts';
import { VehicleArchive } from '../archive/vehicle-archive.tsx';
import { BookHead } from './book-head.tsx';
import { useCollapsedGroups } from './collapsed-groups.ts';
import { HiddenNotice } from './hidden-notice.tsx';
import { type OpenVehicles, useOpenVehicles } from './open-vehicles.ts';
import { useVehicleSearch } from './use-vehicle-search.ts';
import { VehicleGroups } from './vehicle-groups.tsx';

const FoundEntries = lazyPart(async () => (await import('../../entries/history/found-entries.tsx')).FoundEntries);

export interface VehicleBookProps {
  vehicles: readonly Vehicle[];
  /** The year of the yearly costs. */
  year: number;
  hidden: number;
  /** Number of archived vehicles. */
  archived: number;
  limit: number | null;
  currency: Currency;
  userId: number | undefined;
  /** A vehicle that was just added; shown regardless of folded groups and the search. */
  added: Vehicle | undefined;
  /** Above the vehicles, without a search. */
  soon?: ReactNode;
  /** What is due soon, by vehicle. */
  due?: ReadonlyMap<number, ReactNode>;
}

const NONE: ReadonlyMap<number, ReactNode> = new Map();

export function VehicleBook({ vehicles, year, hidden, archived, limit, currency, userId, added, soon, due = NONE }: VehicleBookProps) {
  const { t } = useTranslation('vehicles');
  const opened = useOpenVehicles(vehicles);
  useVanished(vehicles, opened);
  /** Number of entries that a search finds; undefined while it is unknown. */
  const [foundEntries, setFoundEntries] = useState<number>();
  const { query, isSearching, found, search, setQuery } = useVehicleSearch(vehicles, opened);
  const { collapsed, toggleGroup, unfoldGroup } = useCollapsedGroups(userId);

  const { startRecord } = opened;
  useLayoutEffect(() => {
    if (!added) return;
    setQuery('');
    unfoldGroup(added.vehicleType);
    startRecord(added.id);
  }, [added, setQuery, unfoldGroup, startRecord]);

  const archive = archived > 0 && <VehicleArchive count={archived} currency={currency} />;

  if (vehicles.length === 0)
    return (
      <>
        <BookHead />
        {hidden > 0 && <HiddenNotice count={hidden} limit={limit ?? 0} />}
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <>
              <ButtonLink to={newVehiclePath} icon="plus" id="vehicle-add">
                {t('add')}
              </ButtonLink>
              <ButtonLink to={importPath} look="quiet">
                {t('empty.move')}
              </ButtonLink>
            </>
          }
          icons={['bicycle', 'car', 'boat', 'motorcycle', 'yacht']}
        />
        {archive}
      </>
    );

  return (
    <>
      <BookHead
        vehicles={vehicles}
        hidden={hidden}
        archived={archived}
        year={year}
        currency={currency}
        search={{
          query,
          found: isSearching ? found.length : undefined,
          isNothing: isSearching && found.length === 0 && foundEntries === 0,
          onQuery: search,
          onGo: () => focusOn(`vehicle-turn-${found[0]?.id}`),
        }}
      />
      {hidden > 0 && <HiddenNotice count={hidden} limit={limit ?? 0} />}
      {!isSearching && soon}
      <VehicleGroups
        vehicles={vehicles}
        year={year}
        found={found}
        isSearching={isSearching}
        due={due}
        currency={currency}
        opened={opened}
        collapsed={collapsed}
        onToggleGroup={toggleGroup}
      />
      {isSearching && (
        <Suspense fallback={null}>
          <FoundEntries query={query} vehicles={vehicles} currency={currency} onCount={setFoundEntries} />
        </Suspense>
      )}
      {archive}
    </>
  );
}

/** Shows a message if an open vehicle is no longer in the list: deleted elsewhere, or hidden because the tariff ended. */
function useVanished(vehicles: readonly Vehicle[], { opened, forget }: OpenVehicles): void {
  const { t } = useTranslation('vehicles');
  useEffect(() => {
    for (const [id, isOpen] of opened) {
      if (vehicles.some((vehicle) => vehicle.id === id)) continue;
      forget(id);
      if (isOpen) showToast({ text: t('deletedElsewhere'), isFailure: true });
    }
  }, [vehicles, opened, forget, t]);
}
