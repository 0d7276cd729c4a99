import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useHasSession, useSession } from '../../../api/session.ts';
import { userQuery } from '../../../api/user.queries.ts';
import { vehiclesQuery } from '../../../api/vehicles.queries.ts';
import { loginPath, paths, registrationPath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { showToast } from '../../../ui/toast.ts';
import { VehicleRecords } from '../../entries/list/vehicle-records.tsx';
import { NotePanel } from '../../notes/note-panel.tsx';
import { NoteView } from '../../notes/note-view.tsx';
import { useFormView } from '../form/vehicle-form-view.tsx';
import { nameOf } from '../vehicle-name.ts';
import { useVehicleList } from '../vehicles.queries.ts';
import { BookFailure, BookSkeleton } from './book-states.tsx';
import { type OpenVehicles, useOpenVehicles } from './open-vehicles.ts';
import { VehicleBook } from './vehicle-book.tsx';
import type { VehicleSlots } from './vehicle-groups.tsx';
import styles from './vehicles.module.css';

const FoundRecords = lazyPart(async () => (await import('../../entries/history/found-records.tsx')).FoundRecords);

export function VehiclesPage() {
  const { t } = useTranslation('service');
  const isKnown = useSession() !== undefined;
  const hasSession = useHasSession();
  if (hasSession) return <Book isKnown={isKnown} />;
  return (
    <>
      <h1 className={styles.head}>{t('title')}</h1>
      <EmptyState
        title={t('loggedOut.title')}
        text={t('loggedOut.text')}
        action={
          <>
            <ButtonLink to={registrationPath(paths.service)}>{t('loggedOut.start')}</ButtonLink>
            <ButtonLink look="quiet" to={loginPath(paths.service)}>
              {t('loggedOut.login')}
            </ButtonLink>
          </>
        }
      />
    </>
  );
}

function Book({ isKnown }: { isKnown: boolean }) {
  const book = useQuery({ ...vehiclesQuery(), enabled: isKnown });
  // Only the currency is needed: if this request fails, the vehicles are shown anyway.
  const user = useQuery({ ...userQuery(), enabled: isKnown, retry: false });
  // Deferred: React renders the vehicles in slices, and input does not wait for them.
  const isLoaded = useDeferredValue(Boolean(book.data) && !user.isPending);
  if (book.isError && !book.data) return <BookFailure error={book.error} onAgain={() => void book.refetch()} />;
  if (!isLoaded || !book.data) return <BookSkeleton />;
  return <OpenBook {...book.data} currency={user.data?.currency ?? 'UAH'} userId={user.data?.user_id} />;
}

type OpenBookProps = Omit<
  Parameters<typeof VehicleBook>[0],
  keyof VehicleSlots | 'vehicles' | 'opened' | 'added' | 'foundRecords' | 'renderFound'
> & {
  data: Vehicle[];
};

/** The list, or the form over it; the list stays mounted behind the form with its unsaved input. */
function OpenBook({ data, year, hidden, archived, limit, currency, userId }: OpenBookProps) {
  const opened = useOpenVehicles(data);
  useVanished(data, opened);
  const [added, setAdded] = useState<Vehicle>();
  const [foundRecords, setFoundRecords] = useState<number>();
  const form = useFormView({ vehicles: data, hidden, limit, onAdded: setAdded });
  const { reload, patch } = useVehicleList();

  const renderNote = useCallback(
    (vehicle: Vehicle) => {
      const shared = { vehicleName: nameOf(vehicle), text: vehicle.note };
      if (vehicle.archivedAt !== null) return vehicle.note !== null && <NoteView {...shared} text={vehicle.note} />;
      return (
        <NotePanel
          {...shared}
          vehicleId={vehicle.id}
          onChanged={(note) => patch(vehicle.id, { note })}
          onSettled={() => void reload()}
          onNotFound={() => void reload()}
        />
      );
    },
    [patch, reload],
  );
  const renderRecords = useCallback<VehicleSlots['renderRecords']>(
    (vehicle, shown) => {
      const { recordCount } = vehicle;
      const isReadOnly = vehicle.archivedAt !== null;
      if (isReadOnly && recordCount === 0) return null;
      return (
        <VehicleRecords
          {...shown}
          vehicleId={vehicle.id}
          vehicleName={nameOf(vehicle)}
          unit={readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit)}
          facts={vehicle}
          reading={vehicle.reading}
          recordCount={recordCount}
          currency={currency}
          isReadOnly={isReadOnly}
          onChanged={() => void reload()}
        />
      );
    },
    [currency, reload],
  );

  const renderFound = (query: string) => (
    <Suspense fallback={null}>
      <FoundRecords
        query={query}
        onCount={setFoundRecords}
        currency={currency}
        vehicles={data.map((vehicle) => ({
          id: vehicle.id,
          name: nameOf(vehicle),
          unit: readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit),
        }))}
      />
    </Suspense>
  );

  return (
    <>
      <div hidden={form !== undefined}>
        <VehicleBook
          vehicles={data}
          year={year}
          hidden={hidden}
          archived={archived}
          limit={limit}
          currency={currency}
          userId={userId}
          opened={opened}
          added={added}
          renderRecords={renderRecords}
          renderNote={renderNote}
          foundRecords={foundRecords}
          renderFound={renderFound}
        />
      </div>
      {form}
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
