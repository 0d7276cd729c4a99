import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TariffChange, UserMail, UserPage } from '#contract/accounts.admin.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { incomePath, ordersPath } from '../../admin/admin-paths.ts';
import table from '../../admin/table.module.css';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './user-view.module.css';

const ORDER_LOOKS = { processing: 'wait', confirmed: 'go', completed: 'done' } as const;
const MAIL_LOOKS = { waiting: 'go', sent: 'done', failed: 'wait', expired: 'wait' } as const;

function Section({ title, none, footer, children }: { title: string; none: string | undefined; footer?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      <Sheet isBare>
        {none === undefined ? <ul className={table.cards}>{children}</ul> : <p className={styles.none}>{none}</p>}
        {footer}
      </Sheet>
    </section>
  );
}

/** Newest first. */
export function TariffHistory({ changes }: { changes: readonly TariffChange[] }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day, moment } = useFormat();
  return (
    <Section title={t('users.page.history')} none={changes.length === 0 ? t('users.page.noHistory') : undefined}>
      {changes.map(({ at, source, tariff, tariff_start_date: start, tariff_end_date: end, order_code, actor, reason }) => (
        <li key={`${at} ${source} ${order_code}`} className={styles.row}>
          <b>{t(`tariffs:names.${tariff}`)}</b>
          <span className={styles.right}>{start && end && t('users.period', { start: day(start), end: day(end) })}</span>
          <span className={styles.soft}>
            <time dateTime={at}>{moment(at)}</time>, {t(`users.page.sources.${source}`, { code: formatOrderCode(order_code ?? ''), actor })}
          </span>
          {reason && <span className={styles.reason}>{t('users.reasonShown', { reason })}</span>}
        </li>
      ))}
    </Section>
  );
}

/** Each leads to the list of orders. */
export function OrderList({ user: { orders, order_count, email } }: { user: UserPage }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day, money, number } = useFormat();
  const all = (
    <p className={styles.all}>
      <Link to={ordersPath(email)}>{t('users.page.allOrders', { value: number(order_count) })}</Link>
    </p>
  );
  return (
    <Section
      title={t('users.page.orders')}
      none={orders.length === 0 ? t('users.page.noOrders') : undefined}
      footer={orders.length > 1 && all}
    >
      {orders.map((order) => (
        <li key={order.order_code} className={styles.row}>
          <Link
            className={table.code}
            to={ordersPath(order.order_code)}
            aria-label={t('users.page.orderOf', { code: formatOrderCode(order.order_code) })}
          >
            {formatOrderCode(order.order_code)}
          </Link>
          <Badge state={ORDER_LOOKS[order.status]}>{t(`orders.status.${order.status}`)}</Badge>
          <span className={styles.soft}>
            {day(order.created_at)}, {t(`tariffs:names.${order.tariff_change}`)}, {money(order.amount_due, 'USD')}{' '}
            {t('orders.forMonths', { months: t('orders.months', { count: order.payment_months }) })}
          </span>
        </li>
      ))}
    </Section>
  );
}

/** Newest first; each leads to the list of payments. */
export function PaymentList({ payments }: { payments: UserPage['payments'] }) {
  const { t } = useTranslation('adminLists');
  const { day, money } = useFormat();
  return (
    <Section title={t('users.page.payments')} none={payments.length === 0 ? t('users.page.noPayments') : undefined}>
      {payments.map(({ id, kind, amount, currency, paid_on, order_code, payer, reason }) => (
        <li key={id} className={styles.row}>
          <span>{t(`orders.payment.${kind}`, { day: day(paid_on), amount: money(amount, currency) })}</span>
          <span className={styles.right}>
            {order_code && (
              <Link className={table.code} to={incomePath(order_code)}>
                {formatOrderCode(order_code)}
              </Link>
            )}
          </span>
          <span className={styles.soft}>{[payer, reason].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </Section>
  );
}

/** Newest first; what they say is not shown. */
export function MailList({ mails }: { mails: readonly UserMail[] }) {
  const { t } = useTranslation(['adminLists', 'adminReports']);
  const { moment } = useFormat();
  return (
    <Section title={t('users.page.mails')} none={mails.length === 0 ? t('users.page.noMails') : undefined}>
      {mails.map(({ id, kind, created_at, state, reason }) => (
        <li key={id} className={styles.row}>
          <span>{t(`adminReports:mails.kinds.${kind}`)}</span>
          <Badge state={MAIL_LOOKS[state]}>{t(`users.page.states.${state}`)}</Badge>
          <span className={styles.soft}>
            <time dateTime={created_at}>{moment(created_at)}</time>
            {reason && state !== 'sent' && `, ${t(`messages.reasons.${reason}`)}`}
          </span>
        </li>
      ))}
    </Section>
  );
}
