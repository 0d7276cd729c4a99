import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { localYear } from '../../../local-day.ts';
import { newVehiclePath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusOn } from '../../../ui/focus-on.ts';
import { VehicleArchive } from '../archive/vehicle-archive.tsx';
import { BookHead } from './book-head.tsx';
import { useCollapsedGroups } from './collapsed-groups.ts';
import { HiddenNotice } from './hidden-notice.tsx';
import type { OpenVehicles } from './open-vehicles.ts';
import { useVehicleSearch } from './use-vehicle-search.ts';
import { VehicleGroups, type VehicleSlots } from './vehicle-groups.tsx';

interface VehicleBookProps extends VehicleSlots {
  vehicles: readonly Vehicle[];
  /** The year of the yearly costs. */
  year?: number | undefined;
  hidden: number;
  /** Number of archived vehicles. */
  archived: number;
  limit: number | null;
  currency: Currency;
  userId: number | undefined;
  opened: OpenVehicles;
  /** Number of records that a search finds; undefined while it is unknown. */
  foundRecords: number | undefined;
  /** The records that a search finds, below the vehicles. */
  renderFound: (query: string) => ReactNode;
  /** A vehicle that was just added; shown regardless of folded groups and the search. */
  added: Vehicle | undefined;
}

export function VehicleBook({
  vehicles,
  year = localYear(),
  hidden,
  archived,
  limit,
  currency,
  userId,
  opened,
  added,
  renderRecords,
  renderNote,
  foundRecords,
  renderFound,
}: VehicleBookProps) {
  const { t } = useTranslation('vehicles');
  const { query, isSearching, found, search, setQuery } = useVehicleSearch(vehicles, userId, opened);
  const { collapsed, toggleGroup, unfoldGroup } = useCollapsedGroups(userId);

  const { startRecord } = opened;
  useLayoutEffect(() => {
    if (!added) return;
    setQuery('');
    unfoldGroup(added.vehicleType);
    startRecord(added.id);
  }, [added, setQuery, unfoldGroup, startRecord]);

  const archive = archived > 0 && (
    <VehicleArchive count={archived} currency={currency} renderRecords={renderRecords} renderNote={renderNote} />
  );

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
        {archive}
      </>
    );

  return (
    <>
      <BookHead
        vehicles={vehicles}
        year={year}
        currency={currency}
        search={{
          query,
          found: isSearching ? found.length : undefined,
          isNothing: isSearching && found.length === 0 && foundRecords === 0,
          onQuery: search,
          onGo: () => focusOn(`vehicle-turn-${found[0]?.id}`),
        }}
      />
      {hidden > 0 && <HiddenNotice count={hidden} limit={limit ?? 0} />}
      <VehicleGroups
        vehicles={vehicles}
        year={year}
        found={found}
        isSearching={isSearching}
        currency={currency}
        opened={opened}
        collapsed={collapsed}
        onToggleGroup={toggleGroup}
        renderRecords={renderRecords}
        renderNote={renderNote}
      />
      {isSearching && renderFound(query)}
      {archive}
    </>
  );
}
