import { useTranslation } from 'react-i18next';
import table from '../../lists/table.module.css';
import { type OrderRowProps, type OrderRowsProps, useOrderParts } from './admin-order-parts.tsx';
import styles from './admin-orders.module.css';

/** Used below 1200 px, where eight columns do not fit. */
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
  const { look, position, code, created, customer, change, months, amount, status, note, options, error } = useOrderParts(row);
  return (
    <li className={styles.card} data-look={look}>
      <p className={styles.which}>
        {code}
        <small>
          {t('orders.numbered', { value: position })}, {created}
        </small>
      </p>
      {status}
      <p className={styles.who}>{customer}</p>
      <p className={styles.sum}>
        {change}
        <span>
          <b>{amount}</b> {t('orders.forMonths', { months })}
        </span>
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {options}
      {error && (
        <p className={styles.rejection} role="alert">
          {error}
        </p>
      )}
    </li>
  );
}
