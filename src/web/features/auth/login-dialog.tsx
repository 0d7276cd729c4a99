import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { login, loginInput } from '#contract/auth.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { endSession, renewSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { navigateWithoutPrompt } from '../../forms/leave-guard.tsx';
import { fieldErrors, focusFirstInvalid, schemaResolver } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { sessionEndedPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './auth-page.module.css';

/** Accepts only the same user, because the page behind the dialog shows their data. */
export function LoginDialog() {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const email = useQueryClient().getQueryData(userQuery().queryKey)?.data.email ?? '';
  const { isSending, send } = useSending();
  const [failure, setFailure] = useState<CallFailure>();
  const form = useForm({
    name: 'login-dialog',
    initialValues: { email, password: '' },
    validate: schemaResolver(loginInput),
  });

  const enter = (body: { email: string; password: string }) =>
    send(async () => {
      setFailure(undefined);
      const result = await call(login, { body });
      if (result.success) return renewSession(result.token);
      const errors = fieldErrors(result.errors);
      form.setErrors(errors);
      setFailure(result);
      focusFirstInvalid(form, { password: true });
    });

  function leave() {
    navigateWithoutPrompt(() => void navigate(sessionEndedPath(pathname + search)));
    endSession();
  }

  return (
    // Esc is ignored: without a session the page behind the dialog is unusable.
    <Dialog isOpen title={t('ended.title')} isGuarded onClose={() => undefined}>
      <p>{t('ended.text')}</p>
      <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit(enter, (errors) => focusFirstInvalid(form, errors))}>
        {failure && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
        <p className={styles.email}>{email}</p>
        {/* Lets password managers find the matching password. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" isWide isBusy={isSending} busyText={t('login.busy')}>
          {t('login.send')}
        </Button>
        <Button look="plain" isWide onClick={leave}>
          {t('ended.leave')}
        </Button>
      </form>
    </Dialog>
  );
}
