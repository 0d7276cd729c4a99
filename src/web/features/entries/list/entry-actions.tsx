import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { HistoryYear } from '#contract/timeline.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { editVehiclePath } from '../../../paths.ts';
import { IconButton, IconLink } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { type EntryActions, useVehicleEntries } from '../entries-context.ts';
import { amountOf, currencyOf, type Entry, entryKey } from '../entry.ts';
import type { KindTexts } from '../kind-parts.ts';
import { partsOf } from '../kinds.ts';
import cells from './entry-cells.module.css';
import { editButtonId, rowId } from './entry-ids.ts';
import styles from './entry-list.module.css';

/** The year that begins with the entry at `index`, if years are shown. */
export function yearAt(entries: readonly Entry[], years: readonly HistoryYear[] | undefined, index: number): HistoryYear | undefined {
  const year = entries[index]?.performedOn.slice(0, 4);
  if (!years || entries[index - 1]?.performedOn.slice(0, 4) === year) return undefined;
  return years.find((one) => one.year === year);
}

const SUMMED = ['work', 'fill', 'cost'] as const;

/** The sums of a year by kind, if it has several. */
export function kindSumsOf({ kinds = {} }: HistoryYear) {
  const sums = SUMMED.flatMap((kind) => (kinds[kind]?.count ? [{ kind, ...kinds[kind] }] : []));
  return sums.length > 1 ? sums : [];
}

/** A year with the number of its entries and their cost, also by kind. */
export function YearBand({ year: shown }: { year: HistoryYear }) {
  const { year, records, cost, otherCurrencies } = shown;
  const { t } = useTranslation(['records', 'entries']);
  const { currency, isWithoutPrices } = useVehicleEntries();
  const sums = useSums();
  return (
    <>
      <span>{t('history.year', { year, count: records })}</span>{' '}
      {!isWithoutPrices && <span className={styles.amount}>{sums.sum(cost, currency, otherCurrencies)}</span>}
      {!isWithoutPrices && kindSumsOf(shown).length > 0 && (
        <small className={cells.kinds}>
          {kindSumsOf(shown)
            .map(({ kind, sum, otherCurrencies: others }) => t(`entries:sums.${kind}`, { sum: sums.sum(sum, currency, others) }))
            .join(' · ')}
        </small>
      )}
    </>
  );
}

/** The formatted texts of an entry, with its icon, and the names of its buttons. */
interface EntryTexts extends KindTexts {
  day: string;
  reading: string;
  amount: string;
  icon: IconName | undefined;
  edit: string;
  remove: string;
}
type TextsOf = (entry: Entry) => EntryTexts;

/** Computed once for all rows: calling these hooks in hundreds of rows would be slow. */
export function useEntryTexts(): TextsOf {
  const { unit, currency, isWithoutPrices = false } = useVehicleEntries();
  const { t } = useTranslation(['entries', 'records', 'vehicles']);
  const format = useFormat();
  const reading = useReading();
  return useMemo(
    () => (entry) => {
      const day = format.day(entry.performedOn);
      const { nameOf, textsOf, icon } = partsOf(entry);
      const named = { name: nameOf(entry, t), day };
      const amount = amountOf(entry);
      const own = currencyOf(entry, currency);
      return {
        ...textsOf(entry, { t, format, reading, unit, currency: own, isWithoutPrices }),
        ...{ day, icon, reading: entry.reading ? reading(entry.reading, unit) : '–' },
        amount: amount === null || isWithoutPrices ? '' : format.money(amount, own),
        edit: t('records:history.edit', named),
        remove: t('records:history.remove', named),
      };
    },
    [t, format, reading, unit, currency, isWithoutPrices],
  );
}

/** Rows are memoized: `textsOf` and `actions` must keep their identity. */
export interface RowProps {
  entry: Entry;
  textsOf: TextsOf;
  isSaved: boolean;
  isMarked: boolean;
  /** undefined if the entry cannot be changed. */
  actions: EntryActions | undefined;
  /** Stands on paper for the form of the entry. */
  isPaper?: boolean;
}

/** Attributes of an entry's row, which takes the focus after a deletion: there a second Enter does nothing. */
export const rowAttributes = ({ entry, isSaved, isMarked, isPaper }: RowProps) => ({
  id: isPaper ? undefined : rowId(entryKey(entry)),
  tabIndex: -1,
  'data-saved': isSaved || undefined,
  'aria-current': isMarked || undefined,
});

/** The mileage of the details is changed there. */
function DetailsLink({ id }: { id: string }) {
  const { vehicle } = useVehicleEntries();
  const { t } = useTranslation('entries');
  const { pathname } = useLocation();
  return (
    <span className={styles.actions}>
      <IconLink id={id} icon="edit" label={t('editDetails')} to={editVehiclePath(vehicle.id)} state={{ from: pathname }} />
    </span>
  );
}

export function EntryButtons({ entry, textsOf, actions, isPaper }: RowProps) {
  const texts = textsOf(entry);
  const key = entryKey(entry);
  if (!actions || isPaper) return null;
  if (entry.kind === 'reading' && entry.isFromDetails) return <DetailsLink id={editButtonId(key)} />;
  return (
    <span className={styles.actions}>
      <IconButton id={editButtonId(key)} icon="edit" label={texts.edit} onClick={() => actions.edit(entry)} />
      <IconButton
        icon="trash"
        isDanger
        label={texts.remove}
        // Ignore the second click of a double click: it would hit the row that moved up.
        onClick={({ detail }) => detail < 2 && actions.remove(entry)}
      />
    </span>
  );
}
