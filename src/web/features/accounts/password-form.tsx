import { useTranslation } from 'react-i18next';
import { changePassword, changePasswordInput } from '#contract/accounts.ts';
import type { User } from '#contract/users.ts';
import { FormHead } from '../../account/form-head.tsx';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { schemaResolver, scrollToTop, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import styles from './account-form.module.css';

const EMPTY = { passwordCurrent: '', passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(changePasswordInput);

const errorsOf = errorsWithCodes({ 'api.changePassword.400': 'passwordCurrent', 'api.changePassword.409': 'passwordConfirm' });

export function PasswordForm({ user, onDone }: { user: User; onDone: (text: string) => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'password',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput(values) }),
    onFailure: scrollToTop,
  });
  // The current password is not guarded: a password manager may have filled it in.
  const { dialog, allowLeaving } = useLeaveGuard(form.values.passwordNew !== '' || form.values.passwordConfirm !== '');

  const change = (body: typeof EMPTY) =>
    submit(async () => {
      const result = await call(changePassword, { body });
      if (result.success) {
        allowLeaving();
        onDone(errorText('api.changePassword.success', result.message));
      }
      return result;
    }, errorsOf);

  return (
    <>
      <FormHead title={t('password.title')}>{t('password.lead')}</FormHead>
      <form className={`form ${styles.form}`} method="post" noValidate onSubmit={submitHandler(form, change)}>
        <FailureNotice failure={failure} />
        <HiddenUsername email={user.email} />
        <PasswordField
          label={t('password.current')}
          name="current-password"
          autoComplete="current-password"
          {...form.getInputProps('passwordCurrent')}
        />
        <NewPasswordField label={t('password.new')} {...form.getInputProps('passwordNew')} value={form.values.passwordNew} />
        <PasswordField
          label={t('password.confirm')}
          name="confirm-password"
          autoComplete="new-password"
          {...form.getInputProps('passwordConfirm')}
        />
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('password.busy')}>
            {t('password.send')}
          </Button>
          <ButtonLink look="plain" to={paths.user}>
            {t('cancel')}
          </ButtonLink>
        </div>
      </form>
      {dialog}
    </>
  );
}
