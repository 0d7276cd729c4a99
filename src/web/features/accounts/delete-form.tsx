import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUser, deleteUserInput } from '#contract/accounts.ts';
import type { User } from '#contract/users.ts';
import { FormHead } from '../../account/form-head.tsx';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './account-form.module.css';
import { DownloadOwnData } from './own-data.tsx';

const validateInput = schemaResolver(deleteUserInput);
const errorsOf = errorsWithCodes({ 'api.deleteUser.400': 'password' });

/** Account deletion: a warning, the password and a confirmation dialog. */
export function DeleteForm({ user, onDeleted }: { user: User; onDeleted: (text: string) => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const { form, isSending, failure, showFailure, submit } = useSubmitForm({
    name: 'delete',
    initialValues: { password: '' },
    validate: validateInput,
  });
  const { password: fieldError } = form.errors;
  const [isAsking, setAsking] = useState(false);

  // Once the dialog has returned the focus, focus the field with the error.
  useEffect(() => {
    if (!fieldError || isAsking) return;
    field.current?.focus();
    field.current?.select();
  }, [fieldError, isAsking]);

  function ask() {
    showFailure(undefined);
    setAsking(true);
  }
  const remove = () =>
    submit(async () => {
      const result = await call(deleteUser, { body: form.getValues() });
      if (result.success) onDeleted(errorText('api.deleteUser.success', result.message));
      else setAsking(false);
      return result;
    }, errorsOf);

  return (
    <>
      <FormHead title={t('remove.title')} />
      <form className={`form ${styles.form}`} method="post" noValidate onSubmit={submitHandler(form, ask)}>
        <FailureNotice failure={failure} />
        <Notice>
          <div className={styles.warning}>
            <p>{t('remove.warning')}</p>
            <p>{t('remove.refund')}</p>
          </div>
        </Notice>
        <DownloadOwnData isFirst />
        <HiddenUsername email={user.email} />
        <PasswordField
          ref={field}
          label={t('remove.password')}
          name="current-password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <div className="form-buttons">
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
