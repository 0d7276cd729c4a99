import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSums } from '../../../i18n/use-sums.ts';
import { useVehicleEntries } from '../entries-context.ts';
import { EntryButtons, type RowProps, rowAttributes } from './entry-actions.tsx';
import { EntryCardParts } from './entry-cells.tsx';
import styles from './entry-list.module.css';
import { EntryRows, type ListParts } from './entry-rows.tsx';
import type { EntryTableProps } from './entry-table.tsx';

const EntryCard = memo(function EntryCard(props: RowProps) {
  return (
    <li {...rowAttributes(props)}>
      <EntryCardParts {...props} actions={<EntryButtons {...props} />} />
    </li>
  );
});

const PARTS: ListParts = {
  Group: ({ ref, height, children }) => (
    <ul ref={ref} className={styles.cards} style={{ height }}>
      {children}
    </ul>
  ),
  Year: ({ children }) => <li className={styles.year}>{children}</li>,
  Form: ({ id, children }) => (
    <li id={id} className={styles.formRow}>
      {children}
    </li>
  ),
  Row: EntryCard,
  rowHeight: 105,
};

/** The table for narrow screens. */
export function EntryCards({ totalCost, otherCurrencies, more, ...props }: EntryTableProps) {
  const { currency } = useVehicleEntries();
  const { t } = useTranslation('records');
  const sums = useSums();
  return (
    <>
      <div className={styles.lists} data-read-only={!props.actions || undefined}>
        <EntryRows {...props} parts={PARTS} />
      </div>
      {more}
      <p className={styles.total}>
        {t('history.total')} <span className={styles.amount}>{sums.sum(totalCost, currency, otherCurrencies)}</span>
      </p>
    </>
  );
}
