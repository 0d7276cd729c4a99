import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '#contract/limits.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useSending } from '../../ui/use-sending.ts';
import { clockText, useSecondsLeft } from './countdown.ts';
import styles from './door.module.css';
import type { Registration } from './use-registration.ts';

/** Milliseconds before another code may be asked for: mail takes its time. */
const RESEND_AFTER = 60_000;
/** What the code itself is at fault for; all else is said above the field. */
const AT_THE_FIELD = new Set(['api.validateCode.403', 'api.validateCode.expired']);

export function CodeStep({ registration }: { registration: Registration }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const { code, email, failure } = registration;
  const { isSending, send } = useSending();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const fieldFault = failure && (failure.errors?.[0]?.code ?? (AT_THE_FIELD.has(failure.code) ? failure.code : undefined));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = code === '' ? 'validation.required' : code.length === CODE_LENGTH ? undefined : 'validation.code';
    setFault(found);
    if (!found) await send(registration.confirm);
    // Gone with the step when the code was right.
    field.current?.focus();
    field.current?.select();
  }

  function handleChange(typed: string) {
    // Pasted with spaces or a hyphen, it is the same code.
    registration.setCode(typed.replace(/\D/g, '').slice(0, CODE_LENGTH));
    setFault(undefined);
    if (failure) registration.goTo('code');
  }

  return (
    <>
      <h1>{t('code.title')}</h1>
      <p className={styles.lead}>{t('code.lead', { email })}</p>
      <form className={styles.form} method="post" noValidate onSubmit={handleSubmit}>
        {failure && !fieldFault && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
        <div className={styles.codeField}>
          <TextField
            ref={field}
            label={t('code.label')}
            name="confirmationCode"
            inputMode="numeric"
            autoComplete="one-time-code"
            className={styles.code}
            value={code}
            error={fault ?? fieldFault}
            onChange={(event) => handleChange(event.currentTarget.value)}
          />
          <Resend registration={registration} />
        </div>
        <Button type="submit" isWide isBusy={isSending} busyText={t('code.busy')}>
          {t('code.send')}
        </Button>
        <Button look="plain" isWide disabled={isSending} onClick={() => registration.goTo('email')}>
          {t('code.change')}
        </Button>
      </form>
    </>
  );
}

function Resend({ registration: { email, sentAt, send } }: { registration: Registration }) {
  const { t } = useTranslation('auth');
  const { isSending, send: once } = useSending();
  const left = useSecondsLeft(sentAt + RESEND_AFTER);

  const resend = () =>
    once(async () => {
      if (await send(email)) showToast({ text: t('code.sentAgain', { email }) });
    });

  return (
    <p className={styles.resend}>
      {t('code.spam')}{' '}
      {left > 0 ? (
        <>
          {t('code.wait')} <span className={styles.clock}>{clockText(left)}</span>.
        </>
      ) : (
        <button type="button" className={styles.link} disabled={isSending} onClick={() => void resend()}>
          {t(isSending ? 'code.sendingAgain' : 'code.again')}
        </button>
      )}
    </p>
  );
}
