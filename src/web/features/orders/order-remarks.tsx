import { useTranslation } from 'react-i18next';
import { fromCents, toCents } from '#contract/money.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './admin-orders.module.css';

/** Whether an order has something to tell below its row. */
export const hasHistory = ({
  payments,
  previous,
  closed,
  missing,
  amount_due,
  transfer_amount,
  transfer_currency,
  status,
}: ListedOrder): boolean =>
  previous.length > 0 ||
  closed !== null ||
  payments.length > 1 ||
  (status === 'processing' && missing < amount_due) ||
  payments.some(
    ({ currency, amount, reason }) =>
      reason !== null || amount !== (currency === 'USD' ? amount_due : currency === transfer_currency && transfer_amount),
  );

/** US dollars that less was paid than due once the order is paid, as after a correction; 0 if a payment’s value in dollars is unknown. */
function shortOf({ status, closed, amount_due, payments }: ListedOrder): number {
  if (status === 'processing' || closed !== null || payments.some(({ dollars }) => dollars === null)) return 0;
  const paid = payments.reduce((sum, { dollars }) => sum + toCents(dollars ?? 0), 0);
  return Math.max(0, fromCents(toCents(amount_due) - paid));
}

/** The payments of an order that are more than its amount paid once, and what it was before. */
export function OrderHistory({ order }: { order: ListedOrder }) {
  const { payments, previous, missing, missing_transfer, transfer_currency, status } = order;
  const short = payments.length > 0 ? shortOf(order) : 0;
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day, money } = useFormat();
  return (
    <ul className={styles.history} aria-label={t('orders.payments')}>
      {payments.map(({ id, kind, amount, currency, paid_on, payer, reason }) => (
        <li key={id}>
          <Icon name="money" size="small" />
          <span>
            {[t(`orders.payment.${kind}`, { day: day(paid_on), amount: money(amount, currency) }), payer, reason]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
      {status === 'processing' && payments.length > 0 && missing > 0 && (
        <li>
          <Icon name="attention" size="small" />
          <b>{t('orders.missing', { amount: money(missing_transfer ?? missing, transfer_currency ?? 'USD') })}</b>
        </li>
      )}
      {short > 0 && (
        <li>
          <Icon name="attention" size="small" />
          <b>{t('orders.short', { amount: money(short, 'USD') })}</b>
        </li>
      )}
      {previous.map(({ tariff_change, payment_months, amount_due, until }) => (
        <li key={until}>
          <Icon name="edit" size="small" />
          <span>
            {t('orders.previous', {
              ...{ day: day(until), tariff: t(`tariffs:names.${tariff_change}`), amount: money(amount_due, 'USD') },
              months: t('orders.forMonths', { months: t('orders.months', { count: payment_months }) }),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
