import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './payment-panel.module.css';

/** The three steps of an order with the current one marked. */
export function OrderProgress({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { day } = useFormat();
  const now = ORDER_STATUSES.indexOf(order.status);
  return (
    <ol className={styles.steps} aria-label={t('way.label')}>
      {ORDER_STATUSES.map((status, index) => (
        <li key={status} data-past={index < now || undefined} aria-current={index === now ? 'step' : undefined}>
          <b>{t(`way.${status}`)}</b> {t(`way.${status}Text`, { day: day(order.created_at) })}
        </li>
      ))}
    </ol>
  );
}
