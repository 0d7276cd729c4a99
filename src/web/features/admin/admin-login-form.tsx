import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { adminLogin } from '#contract/admins.ts';
import { loginInput } from '#contract/auth.ts';
import { email } from '#contract/fields.ts';
import { call } from '../../api/call.ts';
import { startAdminSession } from '../../api/session.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { focusFirstInvalid, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import styles from './admin-panel.module.css';

/** Unlike the user login, this form also validates the email pattern. */
const validateInput = schemaResolver(z.extend(loginInput, { email }));

/** Validates on change. */
export function AdminLoginForm({ onEntered }: { onEntered?: () => void }) {
  const { t } = useTranslation('admin');
  const form = useForm({
    name: 'admin-login',
    initialValues: { email: '', password: '' },
    validate: validateInput,
    validateInputOnChange: true,
  });
  const { isSending, failure, submit } = useSubmit({ form, onFailure: () => focusFirstInvalid(form, { password: true }) });

  const enter = (body: { email: string; password: string }) =>
    submit(async () => {
      const result = await call(adminLogin, { body });
      if (result.success) {
        startAdminSession(result.tokenAdmin);
        onEntered?.();
      }
      return result;
    });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submitHandler(form, enter)}>
      <FailureNotice failure={failure} />
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
