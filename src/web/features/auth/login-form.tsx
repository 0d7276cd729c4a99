import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { loginInput } from '#contract/login.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { fieldErrors, schemaResolver } from '../../forms/schema-form.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useIsHydrated } from '../../hydrated.tsx';
import { isSessionEndedSearch } from '../../paths.ts';
import { CheckField, EmailField, PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { authSearch } from './auth-address.ts';
import styles from './auth-page.module.css';
import { enter } from './enter.ts';

const validateInput = schemaResolver(loginInput);

interface LoginFormProps {
  email: string;
  isFocused: boolean;
  onLocked: (email: string, retryAfter: number | undefined) => void;
  onForgotten: (email: string) => void;
}

/** The inputs are uncontrolled, so that text typed or autofilled before hydration is kept. */
export function LoginForm({ email, isFocused, onLocked, onForgotten }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const isHydrated = useIsHydrated();
  const client = useQueryClient();
  const { isSending, failure, showFailure, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ReturnType<typeof validateInput>>({});

  useEffect(() => {
    if (isFocused) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [isFocused]);

  function show(found: typeof errors): void {
    setErrors(found);
    const first = ['email', 'password'].find((field) => found[field]);
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const input = { email: String(typed.get('email') ?? ''), password: String(typed.get('password') ?? '') };
    const found = validateInput(input);
    showFailure(undefined);
    show(found);
    if (Object.keys(found).length > 0) return;
    await submit(async () => {
      const failed = await enter(client, input, typed.get('otherDevice') === null);
      if (!failed) return undefined;
      if (failed.code === 'api.loginUser.403') return onLocked(input.email, failed.retryAfter);
      const serverErrors = fieldErrors(failed.errors);
      show(serverErrors);
      if (Object.keys(serverErrors).length > 0) return failed;
      const again = form.current?.querySelector<HTMLInputElement>('[name=password]');
      again?.focus();
      again?.select();
      return failed;
    });
  }

  function carryOver(event: MouseEvent) {
    // With a modifier key, let the link open in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const typed = form.current && new FormData(form.current).get('email');
    onForgotten(String(typed ?? ''));
  }
  const forget = (field: string) => () => setErrors((current) => ({ ...current, [field]: undefined }));
  return (
    <>
      <h1>{t('login.title')}</h1>
      {isHydrated && isSessionEndedSearch(search) ? (
        <div className={styles.reason}>
          <Notice>{t('ended.reason')}</Notice>
        </div>
      ) : (
        <p className={styles.lead}>{t('login.lead')}</p>
      )}
      <form ref={form} className="form" method="post" noValidate onSubmit={handleSubmit}>
        <FailureNotice failure={failure} />
        <EmailField
          label={t('email')}
          name="email"
          autoComplete="username"
          defaultValue={email}
          error={errors.email}
          onChange={forget('email')}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={forget('password')}
        />
        <CheckField name="otherDevice" label={t('login.otherDevice')} />
        <SubmitButton isWide isBusy={isSending} busyText={t('login.busy')}>
          {t('login.send')}
        </SubmitButton>
        <Link className={styles.forgot} to={{ search: authSearch(search, 'login', 'reset') }} onClick={carryOver}>
          {t('login.forgot')}
        </Link>
      </form>
    </>
  );
}
