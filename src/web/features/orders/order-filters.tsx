import { useTranslation } from 'react-i18next';
import { DayFilter } from '../../admin/day-filter.tsx';
import type { ListAddress } from '../../admin/list-address.ts';
import styles from './admin-orders.module.css';
import type { OrderChoice } from './admin-orders.queries.ts';
import { OrderExport } from './order-export.tsx';

/** The dates of the list, and the export of what it shows. A search is not exported. */
export function OrderFilters({ address, choice }: { address: ListAddress; choice: OrderChoice }) {
  const { t } = useTranslation('adminLists');
  const { from, to } = choice;
  return (
    <div className={styles.filters}>
      <fieldset aria-label={t('orders.dates')}>
        <DayFilter name="from" label={t('orders.from')} address={address} />
        <DayFilter
          name="to"
          label={t('orders.to')}
          address={address}
          error={from && to && from > to ? 'validation.date.order' : undefined}
        />
      </fieldset>
      {address.q === '' && <OrderExport choice={choice} />}
    </div>
  );
}
