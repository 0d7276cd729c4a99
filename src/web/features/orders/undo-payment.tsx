import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface UndoPaymentProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before the confirmation of a payment is undone, since the user may get an email. */
export function UndoPayment({ order, isBusy, onConfirm, onClose }: UndoPaymentProps) {
  const { t } = useTranslation('adminLists');
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      title={t('orders.undo.title', { code: order && formatOrderCode(order.order_code) })}
      confirmText={t('orders.undo.confirm')}
      confirmLook="filled"
      busyText={t('orders.undo.busy')}
      cancelText={t('orders.undo.keep')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {order && t(order.user_id === null ? 'orders.undo.nobody' : 'orders.undo.text', { who: order.email })}
    </ConfirmDialog>
  );
}
