import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { acceptInvitation, acceptInvitationInput } from '#contract/admins.ts';
import { call } from '../../api/call.ts';
import { startAdminSession } from '../../api/session.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-panel.module.css';

const EMPTY = { passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(acceptInvitationInput);
const errorsOf = errorsWithCodes({ 'api.changePassword.409': 'passwordConfirm' });

interface AcceptInvitationProps {
  /** From the link of the invitation. */
  token: string;
  onAccepted: () => void;
}

/** Sets the password of an invited administrator, who is then logged in. */
export function AcceptInvitation({ token, onAccepted }: AcceptInvitationProps) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'invitation',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput({ ...values, token }) }),
  });

  const accept = (values: typeof EMPTY) =>
    submit(async () => {
      const result = await call(acceptInvitation, { body: { ...values, token } });
      if (result.success) {
        startAdminSession(result.tokenAdmin);
        onAccepted();
        showToast({ text: errorText('adminApi.accept.success', result.message) });
        void navigate(paths.admin, { replace: true });
      }
      return result;
    }, errorsOf);

  return (
    <div className={styles.login}>
      <Sheet>
        <h1>{t('invitation.title')}</h1>
        <p className={styles.lead}>{t('invitation.lead')}</p>
        <form className="form" method="post" noValidate onSubmit={submitHandler(form, accept)}>
          <FailureNotice failure={failure} />
          <NewPasswordField label={t('password.new')} {...form.getInputProps('passwordNew')} value={form.values.passwordNew} />
          <PasswordField
            label={t('password.confirm')}
            name="confirm-password"
            autoComplete="new-password"
            {...form.getInputProps('passwordConfirm')}
          />
          <Button type="submit" isWide isBusy={isSending} busyText={t('invitation.busy')}>
            {t('invitation.send')}
          </Button>
        </form>
      </Sheet>
    </div>
  );
}
