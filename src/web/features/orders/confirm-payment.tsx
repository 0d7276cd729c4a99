import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toCents } from '#contract/money.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { type ListedOrder, updateOrder, updateOrderInput } from '#contract/orders.ts';
import { CURRENCIES } from '#contract/tariffs.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-orders.module.css';
import { useOrderPages } from './admin-orders.queries.ts';

interface ConfirmPaymentProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Records a payment with its day and amount, and confirms the order unless something is missing without a reason. */
export function ConfirmPayment({ order, onDirty, onClose }: ConfirmPaymentProps) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isOpen={order !== undefined}
      title={t('orders.pay.title', { code: order && formatOrderCode(order.order_code) })}
      isGuarded
      onClose={() => isBusy || onClose()}
    >
      {order && <PaymentForm order={order} onDirty={onDirty} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const valuesFor = ({ missing, missing_transfer, transfer_currency }: ListedOrder) => ({
  ...{ paid_on: localDay(), amount: String(missing_transfer ?? missing), currency: transfer_currency ?? 'USD' },
  ...{ payer: '', reason: '', is_another: false },
});
type Values = ReturnType<typeof valuesFor>;

const inputOf = (order: ListedOrder, { payer, reason, currency, ...values }: Values) => ({
  ...{ ...values, status: 'confirmed' as const, amount_due: order.amount_due },
  ...{ currency: currency as (typeof CURRENCIES)[number], payer: payer || null, reason: reason || null },
});

const validateInput = schemaResolver(updateOrderInput);

function usePaymentForm(order: ListedOrder, onClose: () => void) {
  const { t } = useTranslation('adminLists');
  const { money } = useFormat();
  const { put } = useOrderPages();
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: 'order-payment',
    initialValues: valuesFor(order),
    validate: (values) => validateInput(inputOf(order, values)),
    isAdmin: true,
  });
  const save = (values: Values) =>
    submit(async () => {
      const result = await call(updateOrder, { params: { orderCode: order.order_code }, body: inputOf(order, values) });
      if (!result.success) return result;
      put(result.data);
      const code = formatOrderCode(order.order_code);
      const isPartly = result.data.status === 'processing';
      showToast({
        text: isPartly
          ? t('orders.pay.partly', { code, missing: money(result.data.missing, 'USD') })
          : t('orders.done.confirmed', { code }),
      });
      onClose();
      return result;
    });
  return { form, isSending, failure, save };
}

interface PaymentFormProps extends ConfirmPaymentProps {
  order: ListedOrder;
  onBusy: (isBusy: boolean) => void;
}

function PaymentForm({ order, onDirty, onBusy, onClose }: PaymentFormProps) {
  const { t } = useTranslation('adminLists');
  const { money } = useFormat();
  const { form, isSending, failure, save } = usePaymentForm(order, onClose);
  useReported(form.isDirty(), onDirty);
  useReported(isSending, onBusy);
  const paid = (toCents(order.amount_due) - toCents(order.missing)) / 100;
  const isDoubled = failure?.code === 'incomeApi.doubled' || form.getValues().is_another;
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <p>{t('orders.pay.due', { due: money(order.amount_due, 'USD'), paid: money(paid, 'USD') })}</p>
      <FailureNotice failure={failure} />
      {isDoubled && <CheckField label={t('orders.pay.another')} {...form.getInputProps('is_another', { type: 'checkbox' })} />}
      <TextField type="date" label={t('orders.pay.paidOn')} max={localDay()} {...form.getInputProps('paid_on')} />
      <div className={styles.money}>
        <TextField label={t('orders.pay.amount')} inputMode="decimal" autoComplete="off" {...form.getInputProps('amount')} />
        <SelectField
          label={t('orders.pay.currency')}
          choices={CURRENCIES.map((value) => ({ value, label: value }))}
          {...form.getInputProps('currency')}
        />
      </div>
      <TextField label={t('orders.pay.payer')} isOptional autoComplete="off" {...form.getInputProps('payer')} />
      <TextField
        label={t('orders.pay.reason')}
        help={t('orders.pay.reasonHelp')}
        isOptional
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('orders.pay.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('orders.pay.busy')}>
          {t('orders.pay.save')}
        </Button>
      </div>
    </form>
  );
}
