import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { createCheckout, type Order } from '#contract/orders.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import styles from './payment-panel.module.css';

interface CardPaymentProps {
  order: Order;
  isActive: boolean;
  /** Called with undefined when another attempt starts. */
  onError: (failure: CallFailure | undefined) => void;
}

/** Redirects to the payment service; while card payment is disabled, shows the reason. */
export function CardPayment({ order, isActive, onError }: CardPaymentProps) {
  const { t } = useTranslation('orders');
  const reason = useId();
  const { isSending, submit } = useSubmit();

  const pay = () =>
    submit(async () => {
      onError(undefined);
      const result = await call(createCheckout, { params: { orderCode: order.order_code } });
      if (result.success) return location.assign(result.url);
      onError(result);
    });

  return (
    <div className={styles.card}>
      <div>
        <p>{t('pay.title')}</p>
        <small id={reason}>{t(isActive ? 'pay.on' : 'pay.off')}</small>
      </div>
      <Button
        look="quiet"
        disabled={!isActive}
        aria-describedby={reason}
        isBusy={isSending}
        busyText={t('pay.busy')}
        onClick={() => void pay()}
      >
        {t('pay.button')}
      </Button>
    </div>
  );
}
