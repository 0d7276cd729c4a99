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
  const { t } = useTranslation('adminLists');
  const format = useFormat();
  const { order, position, state } = row;
  return (
    <>
      <tr className={styles.row} data-look={lookOf(row)}>
        <td className={`${table.number} ${table.position}`}>{format.number(position)}</td>
        <td>
          <OrderCustomer order={order} />
        </td>
        <td>
          <span className={table.code}>{formatOrderCode(order.order_code)}</span>
          <small>{format.day(order.created_at)}</small>
        </td>
        <td className={table.number}>{t('orders.months', { count: order.payment_months })}</td>
        <td className={table.number}>{format.money(order.amount_due, 'USD')}</td>
        <td>
          <TariffChange order={order} />
        </td>
        <td>
          <StatusBadge status={order.status} isGone={state.isRemoved} />
        </td>
        <td className={table.options}>
          <OrderOptions {...row} />
        </td>
      </tr>
      {state.error && (
        <tr className={styles.why}>
          <td />
          <td colSpan={7}>
            <span role="alert">{state.error}</span>
          </td>
        </tr>
      )}
    </>
  );
}
