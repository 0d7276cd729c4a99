import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { TIMELINE_SEARCH_MAX } from '#contract/limits.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { type FoundEntry, searchRecords } from '#contract/timeline.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { call } from '../../../api/call.ts';
import { unwrap } from '../../../api/call-error.ts';
import { keys } from '../../../api/keys.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TYPING_PAUSE } from '../../../ui/use-url-text.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { entryPath } from '../../../vehicle-paths.ts';
import { amountOf, currencyOf, type Entry, entryKey } from '../entry.ts';
import { partsOf } from '../kinds.ts';
import styles from './found-entries.module.css';

interface FoundEntriesProps {
  query: string;
  vehicles: readonly Vehicle[];
  currency: Currency;
  /** Called with the number of entries that are found; undefined while it is unknown. */
  onCount: (count: number | undefined) => void;
}

/** A shorter search would find almost every entry. */
const LENGTH_MIN = 2;

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.found, q],
    queryFn: ({ signal }) => unwrap(call(searchRecords, { query: { q, kind: ENTRY_KINDS.join(',') }, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Below the vehicles that a search finds: the entries of all vehicles that it finds. Nothing is shown if there are none. */
export function FoundEntries({ query, vehicles, currency, onCount }: FoundEntriesProps) {
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
              {found.data.map((entry) => (
                <FoundItem
                  key={entryKey(entry)}
                  entry={entry}
                  vehicle={vehicles.find(({ id }) => id === entry.vehicleId)}
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

interface FoundItemProps extends Pick<FoundEntriesProps, 'currency'> {
  entry: FoundEntry;
  vehicle: Vehicle | undefined;
}

function FoundItem({ entry, vehicle, currency }: FoundItemProps) {
  const { t } = useTranslation(['entries', 'records', 'vehicles']);
  const format = useFormat();
  const reading = useReading();
  const own = currencyOf(entry as Entry, currency);
  const unit = vehicle ? readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit) : 'km';
  // A found fill has no consumption: `fillTexts` leaves it out.
  const { title, detail, more = '-' } = partsOf(entry).textsOf(entry as Entry, { t, format, reading, unit, currency: own });
  const details = [detail, more].filter((text) => text !== '-' && text !== '').map(isolated);
  const amount = amountOf(entry as Entry);
  const ofVehicle = vehicle && [isolated(nameOf(vehicle)), entry.reading ? reading(entry.reading, unit) : '–'];
  return (
    <li>
      <Link to={entryPath(entry.vehicleId, entryKey(entry))}>
        <b>{title}</b>
        <span className={styles.price}>{amount === null ? '' : format.money(amount, own)}</span>
        <small>{[...(ofVehicle ?? []), format.day(entry.performedOn), ...details].join(' · ')}</small>
      </Link>
    </li>
  );
}
