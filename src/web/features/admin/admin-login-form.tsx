import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { adminLogin } from '#contract/admins.ts';
import { loginInput } from '#contract/auth.ts';
import { email } from '#contract/fields.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { startAdminSession } from '../../api/session.ts';
import { fieldErrors, focusFirstInvalid, schemaResolver } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './admin-panel.module.css';

/** Unlike the user login, this form also validates the email pattern. */
const validateInput = schemaResolver(z.extend(loginInput, { email }));

/** Validates on change. */
export function AdminLoginForm({ onEntered }: { onEntered?: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { isSending, send } = useSending();
  const [failure, setFailure] = useState<CallFailure>();
  const form = useForm({
    name: 'admin-login',
    initialValues: { email: '', password: '' },
    validate: validateInput,
    validateInputOnChange: true,
  });

  const enter = (values: { email: string; password: string }) =>
    send(async () => {
      setFailure(undefined);
      const result = await call(adminLogin, { body: values });
      if (result.success) {
        startAdminSession(result.tokenAdmin);
        return onEntered?.();
      }
      const errors = fieldErrors(result.errors);
      form.setErrors(errors);
      setFailure(result);
      focusFirstInvalid(form, Object.keys(errors).length > 0 ? errors : { password: true });
    });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit(enter, (errors) => focusFirstInvalid(form, errors))}>
      {failure && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <PasswordField label={t('login.password')} name="password" autoComplete="current-password" {...form.getInputProps('password')} />
      <Button type="submit" isWide isBusy={isSending} busyText={t('login.busy')}>
        {t('login.send')}
      </Button>
    </form>
  );
}
