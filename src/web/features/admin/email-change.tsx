import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmAdminEmail, confirmAdminEmailInput, startAdminEmail, startAdminEmailInput } from '#contract/admin-account.ts';
import { CODE_LENGTH } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { EmailField, PasswordField, TextField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { showToast } from '../../ui/toast.ts';
import { SecondCodeField } from './second-code-field.tsx';
import { StepLead } from './step-lead.tsx';

const validateStart = schemaResolver(startAdminEmailInput);
const validateCode = schemaResolver(confirmAdminEmailInput);
const codeErrors = errorsWithCodes({ 'api.validateCode.403': 'code', 'api.validateCode.expired': 'code' });

interface StartValues {
  email: string;
  password: string;
  code: string;
}

const withoutCode = ({ email, password }: StartValues) => ({ email, password });

interface EmailChangeProps {
  /** The current email. */
  email: string;
  hasTwoFactor: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** New email, password and the code of two-factor login if it is on, then the code that was sent to the new address. */
export function EmailChange({ email, hasTwoFactor, onDone, onCancel }: EmailChangeProps) {
  const { t } = useTranslation('adminSettings');
  const [sentTo, setSentTo] = useState<string>();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'admin-email',
    initialValues: { email: '', password: '', code: '' },
    validate: (values) => validateStart(hasTwoFactor ? values : withoutCode(values)),
    isAdmin: true,
  });
  if (sentTo !== undefined) return <CodeStep email={sentTo} onDone={onDone} onBack={() => setSentTo(undefined)} />;

  const start = (typed: StartValues) =>
    submit(async () => {
      const result = await call(startAdminEmail, { body: hasTwoFactor ? typed : withoutCode(typed) });
      if (result.success) {
        form.setValues({ password: '', code: '' });
        setSentTo(typed.email.trim());
      }
      return result;
    });

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, start)}>
      <p>{t('email.lead')}</p>
      <FailureNotice failure={failure} />
      <EmailField label={t('email.new')} name="new-email" autoComplete="off" {...form.getInputProps('email')} />
      <HiddenUsername email={email} />
      <PasswordField label={t('email.password')} name="password" autoComplete="current-password" {...form.getInputProps('password')} />
      {hasTwoFactor && <SecondCodeField {...form.getInputProps('code')} />}
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onCancel}>
          {t('email.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('email.sending')}>
          {t('email.send')}
        </Button>
      </div>
    </form>
  );
}

function CodeStep({ email, onDone, onBack }: { email: string; onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'admin-email-code',
    initialValues: { code: '' },
    validate: (values) => validateCode({ email, ...values }),
    isAdmin: true,
  });

  const confirm = ({ code }: { code: string }) =>
    submit(async () => {
      const result = await call(confirmAdminEmail, { body: { email, code } });
      if (result.success) {
        showToast({ text: errorText('adminApi.email.success', result.message) });
        onDone();
      }
      return result;
    }, codeErrors);

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, confirm)}>
      <StepLead>{t('email.sent', { email })}</StepLead>
      <FailureNotice failure={failure} />
      <TextField
        label={t('email.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onBack}>
          {t('email.back')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('email.saving')}>
          {t('email.confirm')}
        </Button>
      </div>
    </form>
  );
}
