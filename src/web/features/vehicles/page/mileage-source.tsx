import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getReferenceReadings, readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { entryPath } from '../../../vehicle-paths.ts';
import { entryKey } from '../../entries/entry.ts';

const highestQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: keys.highest(vehicleId),
    queryFn: async ({ signal }) => (await unwrap(call(getReferenceReadings, { params: { vehicleId }, signal }))).data.highest,
    retry: false,
  });

/** A text that names the record of the vehicle's reading and links to it; null if the reading is the vehicle's own mileage. */
export function useMileageSource(vehicle: Vehicle | undefined): ReactNode {
  const { t } = useTranslation('vehicleForm');
  const format = useFormat();
  const reading = useReading();
  const isFromRecord = vehicle !== undefined && vehicle.mileage !== null && (vehicle.reading ?? 0) > vehicle.mileage;
  const { data: highest } = useQuery({ ...highestQuery(vehicle?.id ?? 0), enabled: isFromRecord });
  if (!isFromRecord || !highest) return null;
  const shown = reading(highest.reading, readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit));
  return (
    <>
      {t('fromRecord', { reading: shown, day: format.day(highest.performedOn) })}{' '}
      <Link to={entryPath(vehicle.id, entryKey(highest))}>{t('toRecord')}</Link>
    </>
  );
}
