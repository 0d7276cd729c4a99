import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import type { PaymentDetails } from '#contract/payments.ts';
import { TRANSFER_CURRENCIES } from '#contract/transfers.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { submitHandler } from '../../forms/schema-form.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextareaField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './payment-form.module.css';
import type { PaymentFormState } from './use-payment-form.ts';

/** The currency of the account and, if it is not that of the prices, its rate. */
function TransferFields({ state: { form, noteOf } }: { state: PaymentFormState }) {
  const { t } = useTranslation('adminSettings');
  const currency = form.values.transfer_currency;
  return (
    <>
      <SelectField
        label={t('payment.currency')}
        choices={[{ value: '', label: t('payment.dollars') }, ...TRANSFER_CURRENCIES.map((value) => ({ value, label: value }))]}
        help={noteOf('transfer_currency')}
        {...form.getInputProps('transfer_currency')}
      />
      {currency !== '' && (
        <div className={`form-row ${styles.two}`}>
          <TextField
            label={t('payment.rate', { currency })}
            inputMode="decimal"
            autoComplete="off"
            help={noteOf('transfer_rate') ?? t('payment.rateHelp')}
            {...form.getInputProps('transfer_rate')}
          />
          <TextField
            type="date"
            label={t('payment.ratedOn')}
            max={localDay()}
            help={noteOf('rated_on')}
            {...form.getInputProps('rated_on')}
          />
        </div>
      )}
    </>
  );
}

interface PaymentFormProps {
  state: PaymentFormState;
  /** Shows the details as users see them. */
  Preview: ComponentType<{ payment: PaymentDetails }>;
  /** Copies payee, IBAN and code to the other languages; undefined if they already have the same. */
  onCopy: (() => void) | undefined;
}

export function PaymentForm({ state, Preview, onCopy }: PaymentFormProps) {
  const { t } = useTranslation('adminSettings');
  const { lang, form, save, isSending, failure, noteOf, checkIban, preview } = state;
  const iban = form.getInputProps('iban');
  const isActiveNote = noteOf('isActive', (isActive) => t(isActive ? 'payment.isOn' : 'payment.isOff'));
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <FailureNotice failure={failure} />
      <TextField label={t('payment.payee')} autoComplete="off" help={noteOf('payee_details')} {...form.getInputProps('payee_details')} />
      <div className={`form-row ${styles.two}`}>
        <TextField
          label={t('payment.iban')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help={noteOf('iban')}
          {...iban}
          onBlur={(event) => {
            iban.onBlur?.(event);
            void checkIban();
          }}
        />
        <TextField
          label={t('payment.edrpou')}
          help={noteOf('edrpou') ?? t('payment.edrpouHelp')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('edrpou')}
        />
      </div>
      <TransferFields state={state} />
      <TextareaField
        label={t('payment.purpose')}
        help={noteOf('payment_purpose') ?? t('payment.purposeHelp')}
        rows={2}
        {...form.getInputProps('payment_purpose')}
      />
      <div>
        <CheckField label={t(`payment.active.${lang}`)} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        {isActiveNote && <p className={styles.note}>{isActiveNote}</p>}
      </div>
      {form.values.isActive ? (
        <section className={styles.preview} aria-label={t('payment.preview')}>
          <h2>{t('payment.preview')}</h2>
          <div lang={HTML_LANGUAGE[lang]}>
            <Preview payment={preview} />
          </div>
        </section>
      ) : (
        <Notice tone="info">{t('payment.off')}</Notice>
      )}
      <div className="form-buttons">
        <Button type="submit" isBusy={isSending} busyText={t('saving')}>
          {t('payment.save')}
        </Button>
        {onCopy && (
          <Button look="quiet" onClick={onCopy}>
            {t('payment.copy')}
          </Button>
        )}
      </div>
    </form>
  );
}
