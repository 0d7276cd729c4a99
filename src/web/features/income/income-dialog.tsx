import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createIncome, createIncomeInput, type Income } from '#contract/income.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { CURRENCIES } from '#contract/tariffs.ts';
import { useAttemptKey } from '../../api/attempt-key.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './income.module.css';

interface DialogProps {
  /** undefined while the dialog is closed; with `refundOf`, the refund of that payment. */
  opened: { refundOf: Income | undefined } | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Records a payment that confirms no order, or a refund. */
export function IncomeDialog({ opened, onDirty, onClose }: DialogProps) {
  const { t } = useTranslation('adminIncome');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isOpen={opened !== undefined}
      title={t(opened?.refundOf ? 'form.refundTitle' : 'form.title')}
      isGuarded
      onClose={() => isBusy || onClose()}
    >
      {opened && <IncomeForm refundOf={opened.refundOf} onDirty={onDirty} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

interface FormProps {
  refundOf: Income | undefined;
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

const valuesFor = (refundOf: Income | undefined) => ({
  paid_on: localDay(),
  amount: refundOf ? String(refundOf.amount) : '',
  currency: refundOf?.currency ?? 'USD',
  order_code: refundOf?.order_code ? formatOrderCode(refundOf.order_code) : '',
  payer: refundOf?.payer ?? '',
  purpose: '',
  reason: '',
  is_another: false,
});
type Values = ReturnType<typeof valuesFor>;

const inputOf = (values: Values, refundOf: Income | undefined) => ({
  ...{ kind: refundOf ? ('refund' as const) : ('payment' as const), paid_on: values.paid_on, amount: values.amount },
  ...{ currency: values.currency as (typeof CURRENCIES)[number], is_another: values.is_another },
  ...{ payer: values.payer || null, purpose: values.purpose || null, reason: values.reason || null },
  order_code: values.order_code || null,
  ...(!values.order_code && refundOf?.user_id && { user_id: refundOf.user_id }),
});

const validateInput = schemaResolver(createIncomeInput);

function useIncomeForm(refundOf: Income | undefined, onClose: () => void) {
  const { t } = useTranslation('adminIncome');
  const client = useQueryClient();
  const attempt = useAttemptKey();
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: 'income',
    initialValues: valuesFor(refundOf),
    validate: (values) => validateInput(inputOf(values, refundOf)),
    isAdmin: true,
  });

  const save = (values: Values) =>
    submit(async () => {
      const body = inputOf(values, refundOf);
      const result = await call(createIncome, { body, idempotencyKey: attempt.keyOf(JSON.stringify(body)) });
      if (!result.success) return result;
      attempt.finish();
      showToast({ text: t(refundOf ? 'form.refunded' : 'form.saved') });
      onClose();
      await client.invalidateQueries({ queryKey: keys.income });
      return result;
    });
  return { form, isSending, failure, save };
}

function IncomeForm({ refundOf, onDirty, onBusy, onClose }: FormProps) {
  const { t } = useTranslation('adminIncome');
  const { form, isSending, failure, save } = useIncomeForm(refundOf, onClose);
  useReported(form.isDirty(), onDirty);
  useReported(isSending, onBusy);
  const isDoubled = failure?.code === 'incomeApi.doubled' || form.getValues().is_another;
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <p>{t(refundOf ? 'form.refundLead' : 'form.lead')}</p>
      <FailureNotice failure={failure} />
      {isDoubled && <CheckField label={t('form.another')} {...form.getInputProps('is_another', { type: 'checkbox' })} />}
      <TextField type="date" label={t('form.paidOn')} max={localDay()} {...form.getInputProps('paid_on')} />
      <div className={styles.money}>
        <TextField label={t('form.amount')} inputMode="decimal" autoComplete="off" {...form.getInputProps('amount')} />
        <SelectField
          label={t('form.currency')}
          choices={CURRENCIES.map((value) => ({ value, label: value }))}
          {...form.getInputProps('currency')}
        />
      </div>
      <TextField label={t('form.code')} help={t('form.codeHelp')} isOptional autoComplete="off" {...form.getInputProps('order_code')} />
      <TextField label={t('form.payer')} isOptional autoComplete="off" {...form.getInputProps('payer')} />
      <TextField label={t('form.purpose')} isOptional autoComplete="off" {...form.getInputProps('purpose')} />
      {refundOf && <TextField label={t('form.reason')} autoComplete="off" {...form.getInputProps('reason')} />}
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('form.busy')}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}
