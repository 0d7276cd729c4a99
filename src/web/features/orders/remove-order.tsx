import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MAX } from '#contract/limits.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { addMonths } from '#contract/periods.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextareaField } from '../../ui/fields.tsx';
import { removalEffect } from './order-effect.ts';

interface RemoveOrderProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks for confirmation before an order is deleted and explains the effect on the user's tariff. */
export function RemoveOrder({ order, isBusy, onConfirm, onClose }: RemoveOrderProps) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day } = useFormat();
  const [typed, setTyped] = useState({ code: '', text: '' });
  const code = order?.order_code ?? '';
  const reason = typed.code === code ? typed.text : '';
  const isTooLong = reason.trim().length > REASON_MAX;
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      title={t('orders.remove.title', { code: order && formatOrderCode(order.order_code) })}
      confirmText={t('orders.remove.confirm')}
      busyText={t('orders.remove.busy')}
      cancelText={t('orders.remove.keep')}
      isBusy={isBusy}
      onConfirm={() => isTooLong || onConfirm(reason)}
      onClose={onClose}
    >
      {order && (
        <div className="form">
          <p>
            {t(`orders.remove.${removalEffect(order)}`, {
              day: order.tariff_end_date ? day(order.tariff_end_date) : '',
              who: order.email,
              months: t('orders.months', { count: order.continued_months }),
              tariff: t(`tariffs:names.${order.tariff_change}`),
              end: day(new Date(addMonths(Date.now(), order.continued_months)).toISOString()),
            })}
          </p>
          <TextareaField
            label={t('users.reason')}
            isOptional
            rows={2}
            value={reason}
            error={isTooLong && 'validation.tooLong'}
            onChange={(event) => setTyped({ code, text: event.currentTarget.value })}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
