import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { forgotPasswordInput } from '#contract/accounts.ts';
import type { CallFailure } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/fields.tsx';
import styles from './auth-page.module.css';

const validateInput = schemaResolver(forgotPasswordInput);

interface ResetEmailStepProps {
  email: string;
  /** Returns the failure, or undefined once the code was sent. */
  onSend: (email: string) => Promise<CallFailure | undefined>;
}

export function ResetEmailStep({ email, onSend }: ResetEmailStepProps) {
  const { t } = useTranslation('auth');
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'reset-email',
    initialValues: { email },
    validate: validateInput,
    focusOnFailure: 'email',
  });

  const send = (values: { email: string }) => submit(() => onSend(z.parse(forgotPasswordInput, values).email));

  return (
    <>
      <p className={styles.lead}>{t('reset.lead')}</p>
      <form className="form" method="post" noValidate onSubmit={submitHandler(form, send)}>
        <FailureNotice failure={failure} />
        <EmailField label={t('email')} name="email" autoComplete="username" {...form.getInputProps('email')} />
        <Button type="submit" isWide isBusy={isSending} busyText={t('reset.sending')}>
          {t('reset.send')}
        </Button>
      </form>
    </>
  );
}
