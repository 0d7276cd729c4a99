import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { login, loginInput } from '#contract/login.ts';
import { call } from '../../api/call.ts';
import { endSession, renewSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { navigateWithoutPrompt } from '../../forms/leave-guard.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { sessionEndedPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import styles from './auth-page.module.css';

/** Accepts only the same user, because the page behind the dialog shows their data. */
export function LoginDialog() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const email = useQueryClient().getQueryData(userQuery().queryKey)?.data.email ?? '';
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'login-dialog',
    initialValues: { email, password: '' },
    validate: schemaResolver(loginInput),
    focusOnFailure: 'password',
  });

  const enter = (body: { email: string; password: string }) =>
    submit(async () => {
      const result = await call(login, { body });
      if (result.success) renewSession(result.token);
      return result;
    });

  function leave() {
    navigateWithoutPrompt(() => void navigate(sessionEndedPath(pathname + search)));
    endSession();
  }

  return (
    // Esc is ignored: without a session the page behind the dialog is unusable.
    <Dialog isOpen title={t('ended.title')} isGuarded onClose={() => undefined}>
      <p>{t('ended.text')}</p>
      <form className="form" method="post" noValidate onSubmit={submitHandler(form, enter)}>
        <FailureNotice failure={failure} />
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
