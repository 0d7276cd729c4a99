import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmTwoFactor, confirmTwoFactorInput, startTwoFactor, startTwoFactorInput } from '#contract/admin-account.ts';
import type { Answer } from '#contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import styles from './own-account.module.css';
import { StepLead } from './step-lead.tsx';

const validatePassword = schemaResolver(startTwoFactorInput);
const validateCode = schemaResolver(confirmTwoFactorInput);

type Enrolment = Answer<typeof startTwoFactor>;

interface SetupProps {
  email: string;
  /** Called with the recovery codes once two-factor login is on. */
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Password, then the QR code, then the first code of the app. */
export function TwoFactorSetup({ email, onCodes, onCancel }: SetupProps) {
  const { t } = useTranslation('adminSettings');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'two-factor-password',
    initialValues: { password: '' },
    validate: validatePassword,
    isAdmin: true,
  });
  if (enrolment) return <ScanStep enrolment={enrolment} onCodes={onCodes} onCancel={onCancel} />;

  const start = (body: { password: string }) =>
    submit(async () => {
      const result = await call(startTwoFactor, { body });
      if (result.success) setEnrolment(result);
      return result;
    });

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, start)}>
      <p>{t('twoFactor.passwordLead')}</p>
      <FailureNotice failure={failure} />
      <HiddenUsername email={email} />
      <PasswordField label={t('twoFactor.password')} name="password" autoComplete="current-password" {...form.getInputProps('password')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onCancel}>
          {t('twoFactor.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('twoFactor.busy')}>
          {t('twoFactor.next')}
        </Button>
      </div>
    </form>
  );
}

function ScanStep({ enrolment: { secret, uri, qr }, onCodes, onCancel }: Omit<SetupProps, 'email'> & { enrolment: Enrolment }) {
  const { t } = useTranslation(['adminSettings', 'admin']);
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'two-factor-code',
    initialValues: { code: '' },
    validate: validateCode,
    isAdmin: true,
  });

  const confirm = (body: { code: string }) =>
    submit(async () => {
      const result = await call(confirmTwoFactor, { body });
      if (result.success) onCodes(result.recovery_codes);
      return result;
    });

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, confirm)}>
      <StepLead>{t('twoFactor.scan')}</StepLead>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t('twoFactor.qr')}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
      <p>
        {t('twoFactor.secret')}
        <code className={styles.secret}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <a href={uri}>{t('twoFactor.open')}</a>
      </p>
      <FailureNotice failure={failure} />
      <TextField
        label={t('admin:code.label')}
        help={t('admin:code.help')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onCancel}>
          {t('twoFactor.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('twoFactor.busy')}>
          {t('twoFactor.confirm')}
        </Button>
      </div>
    </form>
  );
}
