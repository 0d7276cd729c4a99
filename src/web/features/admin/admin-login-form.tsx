import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { adminLogin, adminLoginInput } from '#contract/admins.ts';
import { email } from '#contract/fields.ts';
import { call } from '../../api/call.ts';
import { startAdminSession } from '../../api/session.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, PasswordField } from '../../ui/fields.tsx';
import { SecondCodeField } from './second-code-field.tsx';

/** Unlike the user login, this form also validates the email pattern. */
const validateInput = schemaResolver(z.extend(adminLoginInput, { email }));

interface Values {
  email: string;
  password: string;
  code: string;
}

const sentOf = ({ code, ...rest }: Values, hasCode: boolean) => (hasCode ? { ...rest, code } : rest);

interface AdminLoginFormProps {
  /** Of the administrator who logs in again. */
  email?: string | undefined;
  onEntered?: () => void;
}

/** Validates on change. With two-factor login, the code is asked for in a second step. */
export function AdminLoginForm({ email: known = '', onEntered }: AdminLoginFormProps) {
  const { t } = useTranslation('admin');
  const [hasCode, setHasCode] = useState(false);
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: 'admin-login',
    initialValues: { email: known, password: '', code: '' },
    validate: (values) => validateInput(sentOf(values, hasCode)),
    validateInputOnChange: true,
    focusOnFailure: hasCode ? 'code' : 'password',
  });

  const enter = (values: Values) =>
    submit(async () => {
      const result = await call(adminLogin, { body: sentOf(values, hasCode) });
      if (result.success) {
        startAdminSession(result.tokenAdmin);
        onEntered?.();
      } else if (result.code === 'adminApi.codeRequired') {
        setHasCode(true);
        return undefined;
      }
      return result;
    });

  function leaveCode() {
    form.setValues({ password: '', code: '' });
    form.clearErrors();
    setHasCode(false);
  }

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, enter)}>
      <FailureNotice failure={failure} />
      {hasCode ? (
        <CodeStep focus={() => form.getInputNode('code')?.focus()} field={form.getInputProps('code')} />
      ) : (
        <>
          <EmailField label={t('login.email')} name="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordField
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            autoFocus={known !== ''}
            {...form.getInputProps('password')}
          />
        </>
      )}
      <Button type="submit" isWide isBusy={isSending} busyText={t('login.busy')}>
        {t('login.send')}
      </Button>
      {hasCode && (
        <Button look="plain" isWide onClick={leaveCode}>
          {t('login.back')}
        </Button>
      )}
    </form>
  );
}

function CodeStep({ focus, field }: { focus: () => void; field: object }) {
  const { t } = useTranslation('admin');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step appears
  useEffect(focus, []);
  return (
    <>
      <p role="status">{t('login.codeLead')}</p>
      <SecondCodeField {...field} />
    </>
  );
}
