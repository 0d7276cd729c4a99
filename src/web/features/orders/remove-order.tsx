import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { removalEffect } from './order-effect.ts';

interface RemoveOrderProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an order is deleted and explains the effect on the user's tariff. */
export function RemoveOrder({ order, isBusy, onConfirm, onClose }: RemoveOrderProps) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  const end = order?.tariff_end_date;
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      title={t('orders.remove.title', { code: order && formatOrderCode(order.order_code) })}
      confirmText={t('orders.remove.confirm')}
      busyText={t('orders.remove.busy')}
      cancelText={t('orders.remove.keep')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {order && t(`orders.remove.${removalEffect(order)}`, { day: end ? day(end) : '', who: order.email })}
    </ConfirmDialog>
  );
}
