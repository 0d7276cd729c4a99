import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#contract/endpoint.ts';
import type { getCurrentOrder, OwnOrder } from '#contract/orders.ts';
import type { User } from '#contract/users.ts';
import { FormHead } from '../../account/form-head.tsx';
import type { CallFailure } from '../../api/call.ts';
import { userQuery } from '../../api/user.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import { BlockMessage } from './block-message.tsx';
import { CardPayment } from './card-payment.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderRows, TransferRows } from './order-rows.tsx';
import { currentOrderQuery, withoutOrder } from './orders.queries.ts';
import styles from './payment-panel.module.css';
import { PaymentPanelFooter } from './payment-panel-footer.tsx';
import type { OnOrder } from './plan-step.ts';

type Current = Omit<Answer<typeof getCurrentOrder>, 'data'>;

/** The current order as a payment panel: its progress, the amount and the bank details. */
export function OrderView({ user, onOrder }: { user: User; onOrder: OnOrder }) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ ...currentOrderQuery(useLanguage()), placeholderData: keepPreviousData });
  const order = data?.data;

  // The order is newer than the cached user: refetch the user for menu and card when the status differs.
  const status = order === undefined ? user.status : (order?.status ?? null);
  useEffect(() => {
    if (status !== user.status) void client.invalidateQueries({ queryKey: userQuery().queryKey });
  }, [status, user.status, client]);

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <FormHead title={t('order.title')}>
          {order
            ? t('order.lead', {
                tariff: t(`tariffs:names.${order.tariff_change}`),
                months: t('tariffs:months', { count: order.payment_months }),
              })
            : '\u00a0'}
        </FormHead>
        {order && <Badge state="wait">{t(`states.${order.status}`)}</Badge>}
      </div>
      {data && order ? (
        <PaymentPanel
          {...data}
          order={order}
          onCancelled={(text) => onOrder(text, withoutOrder(user))}
          onStale={() => {
            void refetch();
          }}
        />
      ) : (
        <Waiting error={isFetching ? null : error} onAgain={() => void refetch()} />
      )}
    </div>
  );
}

interface PaymentPanelProps extends Current {
  order: OwnOrder;
  onCancelled: (text: string) => void;
  onStale: () => void;
}

function PaymentPanel({ order, payment, is_card_active: isCardActive, onCancelled, onStale }: PaymentPanelProps) {
  const { t } = useTranslation('orders');
  const [failure, setFailure] = useState<CallFailure>();
  const isWaiting = order.status === 'processing';
  const isPayable = isWaiting && payment.is_active === 1;

  function handleRejected(rejection: CallFailure | undefined) {
    setFailure(rejection);
    // A rejection means that the order has changed: refetch it. Status 0 is a lost response, which says nothing about the order.
    if (rejection && rejection.status !== 0) onStale();
  }

  return (
    <>
      <OrderProgress order={order} />
      <section className={styles.part}>
        <OrderRows order={order} isPayable={isPayable} />
      </section>
      {isWaiting && (
        <section className={isPayable ? styles.part : styles.statusText} aria-label={t('order.details')}>
          {isPayable ? <TransferRows code={order.order_code} payment={payment} /> : <BlockMessage />}
          {isPayable && <CardPayment order={order} isActive={isCardActive} onError={handleRejected} />}
        </section>
      )}
      <div className={styles.info}>
        <p>{t(isWaiting ? 'order.processing' : 'order.received')}</p>
        <p>{t('order.after')}</p>
      </div>
      {failure && (
        <div className={styles.statusText}>
          <FailureNotice failure={failure} />
        </div>
      )}
      {isWaiting && <PaymentPanelFooter order={order} canChange={isPayable} onCancelled={onCancelled} onError={handleRejected} />}
    </>
  );
}

/** A placeholder of the panel's height, or the load error. */
function Waiting({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  const { t } = useTranslation('orders');
  if (error)
    return (
      <div className={styles.statusText}>
        <LoadFailure error={error} fallback="tariffApi.request.500" onRetry={onAgain} />
      </div>
    );
  return (
    <UnknownHeight className={styles.statusText}>
      <p className="visually-hidden">{t('order.loading')}</p>
      <Skeleton height={60} count={10} />
    </UnknownHeight>
  );
}
