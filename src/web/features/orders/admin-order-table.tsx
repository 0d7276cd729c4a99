import { useTranslation } from 'react-i18next';
import table from '../../lists/table.module.css';
import { type OrderRowProps, type OrderRowsProps, useOrderParts } from './admin-order-parts.tsx';
import styles from './admin-orders.module.css';

export function OrderTable({ rows }: OrderRowsProps) {
  const { t } = useTranslation('adminLists');
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{t('orders.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={table.number}>
            {t('orders.columns.position')}
          </th>
          <th scope="col">{t('orders.columns.user')}</th>
          <th scope="col">{t('orders.columns.code')}</th>
          <th scope="col" className={table.number}>
            {t('orders.columns.term')}
          </th>
          <th scope="col" className={table.number}>
            {t('orders.columns.due')}
          </th>
          <th scope="col">{t('orders.columns.change')}</th>
          <th scope="col">{t('orders.columns.status')}</th>
          <th scope="col" className={table.options}>
            {t('orders.columns.options')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.order.order_code} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Row(row: OrderRowProps) {
  const { look, position, code, created, customer, change, months, amount, status, note, options, error } = useOrderParts(row);
  return (
    <>
      <tr className={styles.row} data-look={look}>
        <td className={`${table.number} ${table.position}`}>{position}</td>
        <td>{customer}</td>
        <td>
          {code}
          <small>{created}</small>
        </td>
        <td className={table.number}>{months}</td>
        <td className={table.number}>{amount}</td>
        <td>{change}</td>
        <td>{status}</td>
        <td className={table.options}>{options}</td>
      </tr>
      {note && (
        <tr className={styles.under} data-look={look}>
          <td />
          <td colSpan={7}>
            <span className={styles.note}>{note}</span>
          </td>
        </tr>
      )}
      {error && (
        <tr className={styles.why}>
          <td />
          <td colSpan={7}>
            <span role="alert">{error}</span>
          </td>
        </tr>
      )}
    </>
  );
}
