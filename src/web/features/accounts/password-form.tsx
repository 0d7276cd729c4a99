import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword, changePasswordInput } from '#contract/accounts.ts';
import type { User } from '#contract/users.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { fieldErrors, focusFirstInvalid, schemaResolver, scrollToTop } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { FormHead } from '../../layouts/form-head.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './account-form.module.css';

const EMPTY = { passwordCurrent: '', passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(changePasswordInput);

/** The field that an error code belongs to. */
const FIELD_OF: Record<string, keyof typeof EMPTY> = {
  'api.changePassword.400': 'passwordCurrent',
  'api.changePassword.409': 'passwordConfirm',
};

function errorsOf({ code, errors }: CallFailure) {
  const field = FIELD_OF[code];
  return field ? { [field]: code } : fieldErrors(errors);
}

export function PasswordForm({ user, onDone }: { user: User; onDone: (text: string) => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { isSending, send } = useSending();
  const [failure, setFailure] = useState<CallFailure>();
  const form = useForm({
    name: 'password',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput(values) }),
  });
  // The current password is not guarded: a password manager may have filled it in.
  const { dialog, allowLeaving } = useLeaveGuard(form.values.passwordNew !== '' || form.values.passwordConfirm !== '');

  const change = (body: typeof EMPTY) =>
    send(async () => {
      setFailure(undefined);
      const result = await call(changePassword, { body });
      if (result.success) {
        allowLeaving();
        return onDone(errorText('api.changePassword.success', result.message));
      }
      const errors = errorsOf(result);
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) return focusFirstInvalid(form, errors);
      setFailure(result);
      scrollToTop();
    });

  return (
    <>
      <FormHead title={t('password.title')}>{t('password.lead')}</FormHead>
      <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit(change, (errors) => focusFirstInvalid(form, errors))}>
        {failure && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
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
        <div className={styles.buttons}>
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
