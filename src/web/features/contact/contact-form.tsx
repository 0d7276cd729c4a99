import { useTranslation } from 'react-i18next';
import { handleEnter } from '../../forms/enter-key.ts';
import { NameFields } from '../../forms/person-fields.tsx';
import { submitHandler } from '../../forms/schema-form.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './contact.module.css';
import { useContactForm } from './use-contact-form.ts';

/** States: idle; sending, with a busy button; the result for FEEDBACK_RESULT ms. A sent form is reset. */
export function ContactForm() {
  const { t } = useTranslation('contact');
  const errorText = useErrorText();
  const { form, send, isSending, result, dialog } = useContactForm();
  return (
    <form className="form" method="post" noValidate onKeyDown={(event) => handleEnter(event, form)} onSubmit={submitHandler(form, send)}>
      <div className="form-row">
        <NameFields form={form} firstName={t('firstName')} lastName={t('lastName')} />
      </div>
      <TextField
        label={t('email')}
        help={t('emailHelp')}
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        {...form.getInputProps('email')}
      />
      <TextareaField label={t('message')} help={t('messageHelp')} name="message" rows={7} {...form.getInputProps('userMessage')} />
      <div className={styles.end}>
        {/* A click must not blur the field: its validation error would move the button away from the pointer. */}
        <SubmitButton isBusy={isSending} busyText={t('sending')} onMouseDown={(event) => event.preventDefault()}>
          {t('send')}
        </SubmitButton>
        <p className={styles.result} role="status" data-failed={result && !result.success ? true : undefined}>
          {isSending && <span className="visually-hidden">{t('sending')}</span>}
          {result && (
            <>
              <Icon name={result.success ? 'check' : 'attention'} />
              {errorText(result.code, result.message)}
            </>
          )}
        </p>
      </div>
      {dialog}
    </form>
  );
}
