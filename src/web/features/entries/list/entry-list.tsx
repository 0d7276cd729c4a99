import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import '../../../ui/print.css';
import { useIsPrinting } from '../../../ui/use-is-printing.ts';
import { useVehicleEntries } from '../entries-context.ts';
import type { EntryKey } from '../entry.ts';
import { EntryCards } from './entry-cards.tsx';
import { titleId } from './entry-ids.ts';
import styles from './entry-list.module.css';
import { EntryTable, type EntryTableProps } from './entry-table.tsx';
import { ShownEntries } from './on-paper.tsx';

interface EntryListProps {
  /** Level of the title; 4 in the list of vehicles. */
  level?: 2 | 4;
  /** undefined until it has loaded. */
  history: Pick<EntryTableProps, 'entries' | 'years' | 'totalCost' | 'otherCurrencies'> | undefined;
  error: Error | null;
  /** Another selection of entries is being loaded. */
  isWaiting?: boolean;
  /** Number of entries that the history stands for. */
  count: number;
  /** Number of rows for which room is reserved while the history loads. */
  expectedRows: number;
  /** The entry that a link or a search points to. */
  markedKey?: EntryKey | undefined;
  /** Text instead of an empty list. */
  none?: ReactNode;
  onAgain: () => void;
  /** Shown next to the title. */
  action?: ReactNode;
  /** Controls after the last entry. */
  more: ReactNode;
  /** As a table without buttons, as on paper. */
  isPaper?: boolean;
  /** Controls between the title and the entries. */
  children?: ReactNode;
}

/** Entries of a vehicle with their total; a table, or on screens below 678 px a list of cards. */
export function EntryList(props: EntryListProps) {
  const { history, error, count, expectedRows, markedKey, none, action, onAgain, more, isPaper = false, children } = props;
  const { t } = useTranslation('records');
  const { vehicle, editing } = useVehicleEntries();
  const isNarrow = useIsBelow(PHONE);
  const isPrinting = useIsPrinting() || isPaper;
  const Entries = isNarrow && !isPrinting ? EntryCards : EntryTable;
  const Title = `h${props.level ?? 4}` as const;
  const title = titleId(vehicle.id);

  return (
    <section className={styles.history} aria-labelledby={title} aria-busy={props.isWaiting} onAnimationEnd={editing?.onSavedShown}>
      <div className={styles.head}>
        <Title id={title} tabIndex={-1}>
          {t('history.title')}
        </Title>
        {count > 0 && <small>{t('history.count', { count })}</small>}
        {action}
      </div>
      {children}
      {history && <ShownEntries shown={history.entries.length} count={count} />}
      {!history && !error && <Skeleton height={isNarrow ? 105 : 53} count={expectedRows + 1} />}
      {!history && error && <LoadFailure error={error} title={t('history.failed')} onRetry={onAgain} />}
      {history && history.entries.length === 0 && <p className={styles.none}>{none ?? t('history.none')}</p>}
      {history && history.entries.length > 0 && (
        <Entries {...history} markedKey={markedKey} actions={isPaper ? undefined : editing?.actions} more={more} isPrinting={isPrinting} />
      )}
    </section>
  );
}
