import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUser, deleteUserInput } from '#contract/accounts.ts';
import type { User } from '#contract/users.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { fieldErrors, schemaResolver } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { FormHead } from '../../layouts/form-head.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './account-form.module.css';

const validateInput = schemaResolver(deleteUserInput);
const WRONG = 'api.deleteUser.400';

/** Account deletion: a warning, the password and a confirmation dialog. */
export function DeleteForm({ user, onDeleted }: { user: User; onDeleted: (text: string) => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { isSending, send } = useSending();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<CallFailure>();
  const [isAsking, setAsking] = useState(false);

  // Once the dialog has returned the focus, focus the field with the error.
  useEffect(() => {
    if (!fieldError || isAsking) return;
    field.current?.focus();
    field.current?.select();
  }, [fieldError, isAsking]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = validateInput({ password }).password;
    setFailure(undefined);
    setFieldError(found ? String(found) : undefined);
    if (found) field.current?.focus();
    else setAsking(true);
  }

  const remove = () =>
    send(async () => {
      const result = await call(deleteUser, { body: { password } });
      if (result.success) return onDeleted(errorText('api.deleteUser.success', result.message));
      const serverError = result.code === WRONG ? WRONG : fieldErrors(result.errors).password;
      setAsking(false);
      if (!serverError) return setFailure(result);
      setFieldError(String(serverError));
    });

  return (
    <>
      <FormHead title={t('remove.title')} />
      <form className={styles.form} method="post" noValidate onSubmit={handleSubmit}>
        {failure && <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>}
        <Notice>
          <div className={styles.warning}>
            <p>{t('remove.warning')}</p>
            <p>{t('remove.refund')}</p>
          </div>
        </Notice>
        <HiddenUsername email={user.email} />
        <PasswordField
          ref={field}
          label={t('remove.password')}
          name="current-password"
          autoComplete="current-password"
          value={password}
          error={fieldError}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFieldError(undefined);
          }}
        />
        <div className={styles.buttons}>
          <ButtonLink look="quiet" to={paths.user}>
            {t('remove.keep')}
          </ButtonLink>
          <Button type="submit" look="danger-plain" icon="trash">
            {t('remove.send')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('remove.ask', { name: `${user.first_name} ${user.last_name}` })}
        confirmText={t('remove.confirm')}
        busyText={t('remove.busy')}
        cancelText={t('remove.keep')}
        isBusy={isSending}
        onConfirm={() => void remove()}
        onClose={() => {
          if (!isSending) setAsking(false);
        }}
      >
        {t('remove.consequence')}
      </ConfirmDialog>
    </>
  );
}
