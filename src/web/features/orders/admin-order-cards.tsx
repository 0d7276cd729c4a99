import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { useFormat } from '../../i18n/use-format.ts';
import table from '../../lists/table.module.css';
import {
  lookOf,
  OrderCustomer,
  OrderOptions,
  type OrderRowProps,
  type OrderRowsProps,
  StatusBadge,
  TariffChange,
} from './admin-order-parts.tsx';
import styles from './admin-orders.module.css';

/** Below 1200 px, where eight columns do not fit. */
export function OrderCards({ rows }: OrderRowsProps) {
  const { t } = useTranslation('adminLists');
  return (
    <ul className={table.cards} aria-label={t('orders.title')}>
      {rows.map((row) => (
        <Card key={row.order.order_code} {...row} />
      ))}
    </ul>
  );
}

function Card(row: OrderRowProps) {
  const { t } = useTranslation('adminLists');
  const format = useFormat();
  const { order, position, state } = row;
  return (
    <li className={styles.card} data-look={lookOf(row)}>
      <p className={styles.which}>
        <span className={table.code}>{formatOrderCode(order.order_code)}</span>
        <small>
          {t('orders.numbered', { value: format.number(position) })}, {format.day(order.created_at)}
        </small>
      </p>
      <StatusBadge status={order.status} isGone={state.isRemoved} />
      <p className={styles.who}>
        <OrderCustomer order={order} />
      </p>
      <p className={styles.sum}>
        <TariffChange order={order} />
        <span>
          <b>{format.money(order.amount_due, 'USD')}</b>{' '}
          {t('orders.forMonths', { months: t('orders.months', { count: order.payment_months }) })}
        </span>
      </p>
      <OrderOptions {...row} />
      {state.error && (
        <p className={styles.refusal} role="alert">
          {state.error}
        </p>
      )}
    </li>
  );
}
