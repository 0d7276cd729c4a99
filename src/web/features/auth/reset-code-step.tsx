import { useTranslation } from 'react-i18next';
import { resetPassword, resetPasswordInput } from '#contract/accounts.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { schemaResolver, scrollToTop, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './auth-page.module.css';
import { CodeField } from './code-field.tsx';
import { Resend } from './resend.tsx';
import type { SentCode } from './sent-code.ts';

const EMPTY = { confirmationCode: '', passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(resetPasswordInput);

const errorsOf = errorsWithCodes({
  'api.validateCode.403': 'confirmationCode',
  'api.validateCode.expired': 'confirmationCode',
  'api.changePassword.409': 'passwordConfirm',
});

interface ResetCodeStepProps {
  sent: SentCode;
  onResend: () => Promise<CallFailure | undefined>;
  onOtherEmail: () => void;
  onDone: () => void;
}

export function ResetCodeStep({ sent: { email, at }, onResend, onOtherEmail, onDone }: ResetCodeStepProps) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const { form, isSending, failure, showFailure, submit } = useSubmitForm({
    name: 'reset',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput({ email, ...values }) }),
    onFailure: scrollToTop,
  });

  const save = (values: typeof EMPTY) =>
    submit(async () => {
      const result = await call(resetPassword, { body: { email, ...values } });
      if (result.success) {
        showToast({ text: errorText('api.resetPassword.success', result.message) });
        onDone();
      }
      return result;
    }, errorsOf);

  async function resend(): Promise<boolean> {
    const failed = await onResend();
    showFailure(failed);
    if (!failed) form.setFieldValue('confirmationCode', '');
    return !failed;
  }

  return (
    <>
      <p className={styles.lead}>{t('reset.codeLead', { email })}</p>
      <form className="form" method="post" noValidate onSubmit={submitHandler(form, save)}>
        <FailureNotice failure={failure} />
        <div className={styles.codeField}>
          <CodeField
            value={form.values.confirmationCode}
            error={form.errors.confirmationCode as string | undefined}
            path="reset-confirmationCode"
            onCode={(typed) => form.setFieldValue('confirmationCode', typed)}
          />
          <Resend sentAt={at} sentText={errorText('api.forgotPassword.success')} onResend={resend} />
        </div>
        <HiddenUsername email={email} />
        <NewPasswordField label={t('reset.new')} {...form.getInputProps('passwordNew')} value={form.values.passwordNew} />
        <PasswordField
          label={t('reset.confirm')}
          name="confirm-password"
          autoComplete="new-password"
          {...form.getInputProps('passwordConfirm')}
        />
        <p className={styles.resend}>{t('reset.everywhere')}</p>
        <Button type="submit" isWide isBusy={isSending} busyText={t('reset.saving')}>
          {t('reset.save')}
        </Button>
        <Button look="plain" isWide isPaused={isSending} onClick={onOtherEmail}>
          {t('reset.change')}
        </Button>
      </form>
    </>
  );
}
