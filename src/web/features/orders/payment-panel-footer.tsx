import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { accountPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './payment-panel.module.css';

interface PaymentPanelFooterProps {
  order: Order;
  /** Whether another order may replace this one. */
  canChange: boolean;
  onCancelled: (text: string) => void;
  /** Called with undefined when another attempt starts. */
  onError: (failure: CallFailure | undefined) => void;
}

/** Actions on an order that awaits payment. */
export function PaymentPanelFooter({ order, canChange, onCancelled, onError }: PaymentPanelFooterProps) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const { price } = useFormat();
  const errorText = useErrorText();
  const { isSending, submit } = useSubmit();
  const [isAsking, setAsking] = useState(false);

  const cancel = () =>
    submit(async () => {
      const result = await call(cancelOrder, { params: { orderCode: order.order_code } });
      setAsking(false);
      if (result.success) return onCancelled(errorText('tariffApi.delete.success', result.message));
      onError(result);
    });

  return (
    <div className={styles.foot}>
      {canChange && (
        <ButtonLink look="quiet" to={accountPath('tariff')}>
          {t('order.change')}
        </ButtonLink>
      )}
      <Button
        className={styles.cancel}
        look="danger-plain"
        onClick={() => {
          onError(undefined);
          setAsking(true);
        }}
      >
        {t('cancel.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cancel.ask', { code: formatOrderCode(order.order_code) })}
        confirmText={t('cancel.button')}
        busyText={t('cancel.busy')}
        cancelText={t('cancel.keep')}
        isBusy={isSending}
        onConfirm={() => void cancel()}
        onClose={() => {
          if (!isSending) setAsking(false);
        }}
      >
        {t('cancel.text', {
          tariff: t(`tariffs:names.${order.tariff_change}`),
          months: t('tariffs:months', { count: order.payment_months }),
          amount: price(order.amount_due, 'USD'),
        })}
      </ConfirmDialog>
    </div>
  );
}
