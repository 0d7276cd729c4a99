import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '#contract/limits.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import styles from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Resend } from './resend.tsx';
import type { Registration } from './use-registration.ts';

/** Errors of the code itself, shown at the field; all others are shown above it. */
const AT_THE_FIELD = new Set(['api.validateCode.403', 'api.validateCode.expired']);

export function CodeStep({ registration }: { registration: Registration }) {
  const { t } = useTranslation('auth');
  const { code, email, failure } = registration;
  const { isSending, submit } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const serverError = failure && (failure.errors?.[0]?.code ?? (AT_THE_FIELD.has(failure.code) ? failure.code : undefined));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = code === '' ? 'validation.required' : code.length === CODE_LENGTH ? undefined : 'validation.code';
    setFieldError(found);
    if (!found) await submit(registration.confirm);
    // The field is unmounted when the code was correct.
    field.current?.focus();
    field.current?.select();
  }

  function handleChange(typed: string) {
    registration.setCode(typed);
    setFieldError(undefined);
    if (failure) registration.goTo('code');
  }

  return (
    <>
      <h1>{t('code.title')}</h1>
      <p className={styles.lead}>{t('code.lead', { email })}</p>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={serverError ? undefined : failure} />
        <div className={styles.codeField}>
          <CodeField ref={field} value={code} error={fieldError ?? serverError} onCode={handleChange} />
          <Resend sentAt={registration.sentAt} sentText={t('code.sentAgain', { email })} onResend={() => registration.send(email)} />
        </div>
        <Button type="submit" isWide isBusy={isSending} busyText={t('code.busy')}>
          {t('code.send')}
        </Button>
        <Button look="plain" isWide isPaused={isSending} onClick={() => registration.goTo('email')}>
          {t('code.change')}
        </Button>
      </form>
    </>
  );
}
