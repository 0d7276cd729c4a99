import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { CallError } from '../../../api/call-error.ts';
import { vehiclePath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { LATEST, latestQuery, useReloadEntries } from '../entries.queries.ts';
import { VehicleEntriesContext } from '../entries-context.ts';
import { HiddenDrafts } from '../form/hidden-drafts.tsx';
import { KINDS } from '../kinds.ts';
import styles from './entry-list.module.css';
import { EntryList } from './entry-list.tsx';
import { useEntryEditing } from './use-entry-editing.ts';

interface LatestEntriesProps {
  vehicle: Vehicle;
  currency: Currency;
  /** False while the vehicle is closed: the history is neither loaded nor rendered; unsaved input stays. */
  isShown: boolean;
  focusRequest: number;
}

const { NewForm } = KINDS.work;

/** In the list of vehicles: the form for new entries unless the vehicle is archived, the latest entries, and a link to the whole history. */
export function LatestEntries({ vehicle, currency, isShown, focusRequest }: LatestEntriesProps) {
  const { recordCount } = vehicle;
  const { data: latest, error, refetch } = useQuery({ ...latestQuery(vehicle.id), enabled: isShown });
  const { entries, editing } = useEntryEditing(vehicle, currency, latest?.data ?? []);
  const reload = useReloadEntries(vehicle.id);
  const isPhone = useIsBelow(PHONE);

  // The vehicle was deleted in another tab, or hidden because the tariff ended: fetch the list again, which shows the reason.
  const failure = error instanceof CallError ? error.failure : undefined;
  const isGone = failure?.status === 404 || failure?.code === 'carsApi.hidden';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isGone) reload();
  }, [failure, isGone]);

  // An entry may have been added elsewhere since the vehicles were loaded.
  const count = !latest || latest.nextCursor ? Math.max(recordCount, (latest?.data.length ?? 0) + 1) : latest.data.length;
  return (
    <VehicleEntriesContext value={{ vehicle, currency, editing }}>
      {editing && (
        <Suspense fallback={<Skeleton height={isPhone ? 457 : 235} />}>
          <NewForm focusRequest={focusRequest} />
        </Suspense>
      )}
      {isShown && (
        <EntryList
          history={latest && { entries, totalCost: latest.totalCost, otherCurrencies: latest.otherCurrencies }}
          error={error}
          count={latest ? count : recordCount}
          expectedRows={Math.min(recordCount, LATEST)}
          onAgain={() => void refetch()}
          more={latest?.nextCursor && <AllEntries vehicle={vehicle} count={count} />}
        >
          {editing && latest && <HiddenDrafts entries={entries} />}
        </EntryList>
      )}
    </VehicleEntriesContext>
  );
}

function AllEntries({ vehicle, count }: { vehicle: Vehicle; count: number }) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.more}>
      <ButtonLink look="quiet" to={vehiclePath(vehicle.id)} aria-label={t('history.allOf', { name: nameOf(vehicle), count })}>
        {t('history.all', { count })}
      </ButtonLink>
    </div>
  );
}
