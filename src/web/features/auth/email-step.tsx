import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { sendCodeInput } from '#contract/registration.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { fieldErrors, schemaResolver } from '../../forms/schema-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/fields.tsx';
import styles from './auth-page.module.css';
import type { Registration } from './use-registration.ts';

const validateInput = schemaResolver(sendCodeInput);
const TAKEN = 'api.sendCode.400';

interface EmailStepProps {
  registration: Registration;
  onLogin: (email: string) => void;
}

export function EmailStep({ registration, onLogin }: EmailStepProps) {
  const { t } = useTranslation('auth');
  const { email, sentTo, failure } = registration;
  const { isSending, submit } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const isTaken = failure?.code === TAKEN;
  const serverError = failure?.errors ? String(fieldErrors(failure.errors).email ?? '') : '';
  const error = fieldError ?? (isTaken ? TAKEN : serverError || undefined);

  // Compare addresses as normalized by the schema: trimmed and in lower case.
  const parsed = z.safeParse(sendCodeInput, { email });
  const address = parsed.success ? parsed.data.email : email;
  const isSame = sentTo !== undefined && sentTo === address;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = validateInput({ email }).email;
    setFieldError(found ? String(found) : undefined);
    if (found) return field.current?.focus();
    if (isSame) return registration.goTo('code');
    await submit(async () => {
      if (!(await registration.send(address))) field.current?.focus();
    });
  }

  function handleChange(value: string) {
    registration.setEmail(value);
    setFieldError(undefined);
    if (failure) registration.goTo('email');
  }

  return (
    <>
      <h1>{t('registration.title')}</h1>
      <p className={styles.lead}>{t('registration.lead')}</p>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={error ? undefined : failure} />
        <EmailField
          ref={field}
          label={t('email')}
          name="email"
          autoComplete="email"
          value={email}
          error={error}
          help={sentTo && !isSame ? t('registration.otherEmail', { email: sentTo }) : undefined}
          onChange={(event) => handleChange(event.currentTarget.value)}
        />
        <Button type="submit" isWide isBusy={isSending} busyText={t('registration.sending')}>
          {t(isSame ? 'registration.toCode' : 'registration.send')}
        </Button>
        {isTaken && (
          <Button look="plain" isWide onClick={() => onLogin(address)}>
            {t('registration.login')}
          </Button>
        )}
      </form>
    </>
  );
}
