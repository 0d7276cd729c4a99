import { useTranslation } from 'react-i18next';
import { changePasswordInput } from '#contract/accounts.ts';
import { changeAdminPassword } from '#contract/admin-account.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './own-account.module.css';

const EMPTY = { passwordCurrent: '', passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(changePasswordInput);
const errorsOf = errorsWithCodes({ 'api.changePassword.400': 'passwordCurrent', 'api.changePassword.409': 'passwordConfirm' });

export function AdminPasswordForm({ email, onDirty }: { email: string; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'admin-password',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput(values) }),
    isAdmin: true,
  });
  // The current password is not guarded: a password manager may have filled it in.
  useReported(form.values.passwordNew !== '' || form.values.passwordConfirm !== '', onDirty);

  const change = (body: typeof EMPTY) =>
    submit(async () => {
      const result = await call(changeAdminPassword, { body });
      if (result.success) {
        form.reset();
        showToast({ text: errorText('api.changePassword.success', result.message) });
      }
      return result;
    }, errorsOf);

  return (
    <Sheet>
      <div className={styles.head}>
        <h2>{t('password.title')}</h2>
      </div>
      <p className={styles.lead}>{t('password.lead')}</p>
      <form className="form" method="post" noValidate onSubmit={submitHandler(form, change)}>
        <FailureNotice failure={failure} />
        <HiddenUsername email={email} />
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
        </div>
      </form>
    </Sheet>
  );
}
