import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode, purposeWith } from '#contract/order-code.ts';
import type { OwnOrder } from '#contract/orders.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import { formatIban } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { CopyRow } from './copy-row.tsx';
import { plainAmount, rateFormat } from './order-sums.ts';
import styles from './payment-panel.module.css';

/** What has come in for an order that was not paid with its amount at once. */
function Payments({ order: { payments, status, amount_due, transfer_amount } }: { order: OwnOrder }) {
  const { t } = useTranslation('orders');
  const { day, price } = useFormat();
  const isPlain = status !== 'processing' && payments.length === 1 && [amount_due, transfer_amount].includes(payments[0]?.change ?? null);
  if (isPlain) return null;
  return payments.map(({ id, kind, paid_on, change, currency }) => (
    <Row key={id} label={t(`rows.${kind}`, { day: day(paid_on) })}>
      {price(change, currency)}
    </Row>
  ));
}

/** How the amount of a transfer comes about, or that it is in US dollars. */
function useTransferText({ amount_due, transfer_currency, transfer_rate, rated_on }: OwnOrder): string {
  const { t } = useTranslation('orders');
  const { price, number, day } = useFormat();
  if (transfer_currency === null || transfer_rate === null || rated_on === null) return t('rows.inDollars');
  return t('rows.rate', {
    price: price(amount_due, 'USD'),
    rate: number(transfer_rate, rateFormat(transfer_currency)),
    day: day(rated_on),
  });
}

/** Amount, code and period; can be copied while the order awaits payment. */
export function OrderRows({ order, isPayable }: { order: OwnOrder; isPayable: boolean }) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const { price } = useFormat();
  const isPartly = order.status === 'processing' && order.missing < order.amount_due;
  const inDollars = isPartly ? order.missing : order.amount_due;
  const due = (isPartly ? order.missing_transfer : order.transfer_amount) ?? inDollars;
  const amount = price(due, order.transfer_currency ?? 'USD');
  const transferText = useTransferText(order);
  const code = formatOrderCode(order.order_code);
  const term = t('tariffs:months', { count: order.payment_months });
  return (
    <dl className={styles.rows}>
      {isPayable ? (
        <>
          <CopyRow name="due" text={plainAmount(due)} help={transferText} isBig>
            {amount}
          </CopyRow>
          <CopyRow name="code" text={order.order_code} help={t('rows.codeHelp')}>
            <span className={styles.whole}>{code}</span>
          </CopyRow>
        </>
      ) : (
        <>
          <Row label={t(order.status === 'confirmed' ? 'rows.paid' : 'rows.due')}>
            <span data-big>{amount}</span>
          </Row>
          <Row label={t('rows.code')}>{code}</Row>
        </>
      )}
      <Row label={t('rows.term')}>{term}</Row>
      <Payments order={order} />
    </dl>
  );
}

/** Bank details of the payee; `code` is the order code, for the purpose. */
export function TransferRows({ code, payment }: { code: string; payment: PaymentDetails }) {
  return (
    <dl className={styles.rows}>
      <CopyRow name="payee" text={payment.payee_details} />
      <CopyRow name="iban" text={payment.iban}>
        {formatIban(payment.iban)}
      </CopyRow>
      <CopyRow name="edrpou" text={payment.edrpou} />
      <CopyRow name="purpose" text={purposeWith(payment.payment_purpose, code)} />
    </dl>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <span className={styles.value}>{children}</span>
    </dd>
  </div>
);
