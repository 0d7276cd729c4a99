import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/languages.ts';
import { updatePayment, updatePaymentInput } from '#contract/payments.admin.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import { call } from '../../api/call.ts';
import { activePaymentQuery } from '../../api/payments.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, focusFirstInvalid, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes, useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { formatIban } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextareaField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import settings from '../../ui/settings.module.css';
import { showToast } from '../../ui/toast.ts';
import { useIbanCheck } from './use-iban-check.ts';

interface Values {
  payee_details: string;
  iban: string;
  edrpou: string;
  payment_purpose: string;
  isActive: boolean;
}
const validateInput = schemaResolver(updatePaymentInput);
const inputOf = (lang: Language, { isActive, ...rest }: Values) => ({ lang, ...rest, is_active: isActive ? (1 as const) : (0 as const) });
const valuesOf = (details: PaymentDetails | undefined): Values => ({
  payee_details: details?.payee_details ?? '',
  iban: formatIban(details?.iban ?? ''),
  edrpou: details?.edrpou ?? '',
  payment_purpose: details?.payment_purpose ?? '',
  isActive: details?.is_active === 1,
});

const errorsOf = errorsWithCodes({ 'paymentApi.iban': 'iban', 'paymentApi.edrpou': 'edrpou' });

function usePaymentForm(lang: Language, details: PaymentDetails | undefined, onDirty: (lang: Language, isDirty: boolean) => void) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const { ibanErrors: ibanErrorsOf, checkIban } = useIbanCheck();
  const form = useForm<Values>({
    name: `payment-${lang}`,
    initialValues: valuesOf(details),
    validate: (values) => ({ ...ibanErrorsOf(values.iban), ...validateInput(inputOf(lang, values)) }),
  });
  const { isSending, failure, submit } = useSubmit({ form, isAdmin: true });
  const isDirty = form.isDirty();
  useEffect(() => onDirty(lang, isDirty), [lang, isDirty, onDirty]);

  const save = (values: Values) =>
    submit(async () => {
      if (!(await checkIban(form))) {
        focusFirstInvalid(form, { iban: true });
        return undefined;
      }
      const result = await call(updatePayment, { body: inputOf(lang, values) });
      if (result.success) {
        applySaved(form, values, valuesOf(result.data));
        void client.invalidateQueries({ queryKey: activePaymentQuery(lang).queryKey });
        showToast({ text: errorText('paymentApi.success', result.message) });
      }
      return result;
    }, errorsOf);
  return { form, save, isSending, failure, checkIban: () => checkIban(form) };
}

interface PaymentFormProps {
  lang: Language;
  details: PaymentDetails | undefined;
  onDirty: (lang: Language, isDirty: boolean) => void;
}

export function PaymentForm({ lang, details, onDirty }: PaymentFormProps) {
  const { t } = useTranslation('adminSettings');
  const { form, save, isSending, failure, checkIban } = usePaymentForm(lang, details, onDirty);
  const iban = form.getInputProps('iban');
  return (
    <form className={settings.form} noValidate onSubmit={submitHandler(form, save)}>
      <FailureNotice failure={failure} />
      <TextField label={t('payment.payee')} autoComplete="off" {...form.getInputProps('payee_details')} />
      <div className={settings.two}>
        <TextField
          label={t('payment.iban')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...iban}
          onBlur={(event) => {
            iban.onBlur?.(event);
            void checkIban();
          }}
        />
        <TextField
          label={t('payment.edrpou')}
          help={t('payment.edrpouHelp')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('edrpou')}
        />
      </div>
      <TextareaField label={t('payment.purpose')} help={t('payment.purposeHelp')} rows={2} {...form.getInputProps('payment_purpose')} />
      <CheckField label={t(`payment.active.${lang}`)} {...form.getInputProps('isActive', { type: 'checkbox' })} />
      {!form.values.isActive && <Notice tone="info">{t('payment.off')}</Notice>}
      <div className={settings.buttons}>
        <Button type="submit" isBusy={isSending} busyText={t('saving')}>
          {t('payment.save')}
        </Button>
      </div>
    </form>
  );
}
