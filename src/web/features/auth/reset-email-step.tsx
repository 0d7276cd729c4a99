import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { forgotPasswordInput } from '#contract/accounts.ts';
import type { CallFailure } from '../../api/call.ts';
import { fieldErrors, schemaResolver } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './auth-page.module.css';

const validateInput = schemaResolver(forgotPasswordInput);

interface ResetEmailStepProps {
  email: string;
  onEmail: (email: string) => void;
  /** Returns the failure, or undefined once the code was sent. */
  onSend: (email: string) => Promise<CallFailure | undefined>;
}

export function ResetEmailStep({ email, onEmail, onSend }: ResetEmailStepProps) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const { isSending, send } = useSending();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<CallFailure>();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    const found = validateInput({ email }).email;
    setFieldError(found ? String(found) : undefined);
    if (found) return field.current?.focus();
    await send(async () => {
      const failed = await onSend(z.parse(forgotPasswordInput, { email }).email);
      if (!failed) return;
      const serverError = fieldErrors(failed.errors).email;
      if (serverError) setFieldError(String(serverError));
      else setFailure(failed);
      field.current?.focus();
    });
  }

  return (
    <>
      <p className={styles.lead}>{t('reset.lead')}</p>
      <form className={styles.form} method="post" noValidate onSubmit={handleSubmit}>
        {failure && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
        <TextField
          ref={field}
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={fieldError}
          onChange={(event) => {
            onEmail(event.currentTarget.value);
            setFieldError(undefined);
          }}
        />
        <Button type="submit" isWide isBusy={isSending} busyText={t('reset.sending')}>
          {t('reset.send')}
        </Button>
      </form>
    </>
  );
}
