import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TIMELINE_SEARCH_MAX } from '#contract/limits.ts';
import type { Currency } from '#contract/tariffs.ts';
import { type FoundRecord, searchRecords } from '#contract/timeline.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TYPING_PAUSE } from '../../../ui/use-url-text.ts';
import { recordPath } from '../../../vehicle-paths.ts';
import styles from './found-records.module.css';

interface NamedVehicle {
  id: number;
  name: string;
  unit: ReadingUnit;
}

interface FoundRecordsProps {
  query: string;
  vehicles: readonly NamedVehicle[];
  currency: Currency;
  /** Called with the number of records that are found; undefined while it is unknown. */
  onCount: (count: number | undefined) => void;
}

/** A shorter search would find almost every record. */
const LENGTH_MIN = 2;

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.found, q],
    queryFn: ({ signal }) => unwrap(call(searchRecords, { query: { q }, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Below the vehicles that a search finds: the records of all vehicles that it finds. Nothing is shown if there are none. */
export function FoundRecords({ query, vehicles, currency, onCount }: FoundRecordsProps) {
  const { t } = useTranslation(['records', 'shell']);
  const wanted = query.trim().slice(0, TIMELINE_SEARCH_MAX);
  const [q] = useDebouncedValue(wanted, TYPING_PAUSE);
  const { data: found, isPlaceholderData, isError, refetch } = useQuery({ ...foundQuery(q), enabled: q.length >= LENGTH_MIN });
  const isAnswered = q === wanted && !isPlaceholderData;
  const count = wanted.length < LENGTH_MIN ? 0 : isAnswered ? found?.data.length : undefined;
  useLayoutEffect(() => {
    onCount(count);
    return () => onCount(undefined);
  }, [count, onCount]);
  if (wanted.length < LENGTH_MIN) return null;
  return (
    <>
      {!found && isError && (
        <p role="alert">
          {t('found.failed')}{' '}
          <Button look="plain" onClick={() => void refetch()}>
            {t('shell:again')}
          </Button>
        </p>
      )}
      {found && found.data.length > 0 && (
        <section className={styles.found} aria-labelledby="found-records">
          <h2 id="found-records">{t('found.title')}</h2>
          <Sheet isBare>
            <ul>
              {found.data.map((record) => (
                <FoundItem
                  key={record.id}
                  record={record}
                  vehicle={vehicles.find(({ id }) => id === record.vehicleId)}
                  currency={currency}
                />
              ))}
            </ul>
          </Sheet>
        </section>
      )}
      {found && !found.isComplete && <p className={styles.rest}>{t('found.rest')}</p>}
      <div className="visually-hidden" role="status">
        {count !== undefined && count > 0 && t('filter.found', { count })}
      </div>
    </>
  );
}

interface FoundItemProps extends Pick<FoundRecordsProps, 'currency'> {
  record: FoundRecord;
  vehicle: NamedVehicle | undefined;
}

function FoundItem({ record, vehicle, currency }: FoundItemProps) {
  const format = useFormat();
  const reading = useReading();
  const part = [record.partName, record.partCode].filter((text) => text !== '-').map(isolated);
  return (
    <li>
      <Link to={recordPath(record.vehicleId, record.id)}>
        <b>{record.operationName}</b>
        <span className={styles.price}>{format.money(record.price, currency)}</span>
        <small>
          {[vehicle && isolated(vehicle.name), vehicle && reading(record.reading, vehicle.unit), format.day(record.performedOn), ...part]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </Link>
    </li>
  );
}
