import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Language } from '#contract/languages.ts';
import { updatePayment, updatePaymentInput } from '#contract/payments.admin.ts';
import { getPayment, type PaymentDetails } from '#contract/payments.ts';
import { NO_RATE, type TRANSFER_CURRENCIES } from '#contract/transfers.ts';
import { call } from '../../api/call.ts';
import { activePaymentQuery } from '../../api/payments.queries.ts';
import { applySaved, focusFirstInvalid, schemaResolver } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { formatIban } from '../../i18n/format.ts';
import { localDay } from '../../local-day.ts';
import { showToast } from '../../ui/toast.ts';
import { useIbanCheck } from './use-iban-check.ts';

interface Values {
  payee_details: string;
  iban: string;
  edrpou: string;
  payment_purpose: string;
  /** Empty for US dollars. */
  transfer_currency: string;
  transfer_rate: string;
  rated_on: string;
  isActive: boolean;
}

/** What payers of all languages usually share. */
const SHARED = ['payee_details', 'iban', 'edrpou', 'transfer_currency', 'transfer_rate', 'rated_on'] as const;
const CONFLICT = 'adminApi.changed';

const validateInput = schemaResolver(updatePaymentInput);
const detailsOf = ({ isActive, transfer_currency, transfer_rate, rated_on, ...rest }: Values) => ({
  ...rest,
  is_active: isActive ? (1 as const) : (0 as const),
  ...(transfer_currency === ''
    ? { transfer_currency: null, transfer_rate: null, rated_on: null }
    : {
        transfer_currency: transfer_currency as (typeof TRANSFER_CURRENCIES)[number],
        transfer_rate: transfer_rate || null,
        rated_on: rated_on || null,
      }),
});
const valuesOf = (details: PaymentDetails | undefined): Values => ({
  payee_details: details?.payee_details ?? '',
  iban: formatIban(details?.iban ?? ''),
  edrpou: details?.edrpou ?? '',
  payment_purpose: details?.payment_purpose ?? '',
  transfer_currency: details?.transfer_currency ?? '',
  transfer_rate: details?.transfer_rate == null ? '' : String(details.transfer_rate),
  rated_on: details?.rated_on ?? localDay(),
  isActive: details?.is_active === 1,
});
const errorsOf = errorsWithCodes({ 'paymentApi.iban': 'iban', 'paymentApi.edrpou': 'edrpou' });

/** The form of the payment details in one language. Details that someone else has saved meanwhile are shown, not overwritten. */
export function usePaymentForm(lang: Language, loaded: PaymentDetails | undefined, onDirty: (lang: Language, isDirty: boolean) => void) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const [seen, setSeen] = useState(loaded);
  const { ibanErrors: ibanErrorsOf, checkIban } = useIbanCheck();
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: `payment-${lang}`,
    initialValues: valuesOf(loaded),
    validate: (values) => ({ ...ibanErrorsOf(values.iban), ...validateInput({ lang, ...detailsOf(values) }) }),
    keepsInput: true,
    isAdmin: true,
  });
  const meanwhile = useChangedMeanwhile(form);
  const isDirty = form.isDirty();
  useEffect(() => onDirty(lang, isDirty), [lang, isDirty, onDirty]);

  async function loadChanges(): Promise<void> {
    const fresh = await call(getPayment, { query: { lang } });
    if (!fresh.success) return;
    setSeen(fresh.data[0]);
    meanwhile.takeOver(valuesOf(fresh.data[0]));
  }

  const save = (values: Values) =>
    submit(async () => {
      if (!(await checkIban(form))) {
        focusFirstInvalid(form, { iban: true });
        return undefined;
      }
      const result = await call(updatePayment, { body: { lang, ...detailsOf(values), seen } });
      if (!result.success) {
        if (result.code === CONFLICT) await loadChanges();
        return result;
      }
      setSeen(result.data);
      meanwhile.clear();
      applySaved(form, values, valuesOf(result.data));
      void client.invalidateQueries({ queryKey: activePaymentQuery(lang).queryKey });
      showToast({ text: errorText('paymentApi.success', result.message) });
      return result;
    }, errorsOf);

  /** The input as the server would store it, for a preview. */
  const preview: PaymentDetails = { ...detailsOf(form.values), ...NO_RATE, iban: form.values.iban.replace(/\s/g, '').toUpperCase() };

  return {
    lang,
    form,
    save,
    isSending,
    failure,
    noteOf: meanwhile.noteOf,
    checkIban: () => checkIban(form),
    preview,
    /** Takes payee, IBAN and code of another form, as unsaved changes. */
    copyFrom: ({ form: other }: { form: Pick<typeof form, 'getValues'> }) => {
      const values = other.getValues();
      for (const field of SHARED) form.setFieldValue(field, values[field]);
    },
    /** Whether another form has the same payee, IBAN and code. */
    hasSameAs: ({ form: other }: { form: Pick<typeof form, 'values'> }) =>
      SHARED.every((field) => other.values[field] === form.values[field]),
  };
}

export type PaymentFormState = ReturnType<typeof usePaymentForm>;
