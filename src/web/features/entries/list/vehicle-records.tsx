import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { vehiclePath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { HiddenDrafts } from '../form/hidden-drafts.tsx';
import { NewRecordForm } from '../form/new-record-form.tsx';
import { LATEST, latestQuery } from '../records.queries.ts';
import styles from './record-history.module.css';
import { RecordHistory } from './record-history.tsx';
import { type RecordsVehicle, useRecordEditing } from './use-record-editing.tsx';

interface VehicleRecordsProps extends RecordsVehicle {
  /** Number of all records of the vehicle. */
  recordCount: number;
  /** False while the vehicle is closed: the history is neither loaded nor rendered; unsaved input stays. */
  isShown: boolean;
  focusRequest: number;
  /** Totals, readings and last work of the vehicle must be fetched again. */
  onChanged: () => void;
}

/** In the list of vehicles: the form for new records unless the vehicle is archived, the latest records, and a link to the whole history. */
export function VehicleRecords({ recordCount, isShown, focusRequest, onChanged, ...vehicle }: VehicleRecordsProps) {
  const { vehicleId, reading } = vehicle;
  const { data: latest, error, refetch } = useQuery({ ...latestQuery(vehicleId), enabled: isShown });
  const { settings, editing, editedIds, records, removedId, onSaved } = useRecordEditing({
    vehicle,
    records: latest?.data ?? [],
  });

  // The vehicle was deleted in another tab, or hidden because the tariff ended: fetch the list again, which shows the reason.
  const failure = error instanceof CallError ? error.failure : undefined;
  const isGone = failure?.status === 404 || failure?.code === 'carsApi.hidden';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isGone) onChanged();
  }, [failure, isGone]);

  // A record may have been added elsewhere since the vehicles were loaded.
  const count = !latest || latest.nextCursor ? Math.max(recordCount, (latest?.data.length ?? 0) + 1) : latest.data.length;
  return (
    <>
      {editing && (
        <NewRecordForm
          {...settings}
          reading={reading}
          hasRecords={recordCount > 0}
          focusRequest={focusRequest}
          removedId={removedId}
          onSaved={onSaved}
        />
      )}
      {isShown && (
        <RecordHistory
          editing={editing}
          vehicle={vehicle}
          history={latest && { records, totalCost: latest.totalCost }}
          error={error}
          count={latest ? count : recordCount}
          expectedRows={Math.min(recordCount, LATEST)}
          onAgain={() => void refetch()}
          more={latest?.nextCursor && <AllRecords vehicle={vehicle} count={count} />}
        >
          {editing && latest && <HiddenDrafts vehicleId={vehicleId} editedIds={editedIds} records={records} />}
        </RecordHistory>
      )}
    </>
  );
}

function AllRecords({ vehicle, count }: { vehicle: RecordsVehicle; count: number }) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.more}>
      <ButtonLink look="quiet" to={vehiclePath(vehicle.vehicleId)} aria-label={t('history.allOf', { name: vehicle.vehicleName, count })}>
        {t('history.all', { count })}
      </ButtonLink>
    </div>
  );
}
