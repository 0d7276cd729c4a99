import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { removeUser, removeUserInput, type UserPage } from '#contract/accounts.admin.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { navigateWithoutPrompt } from '../../forms/leave-guard.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailField, TextareaField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';

interface RemoveUserProps {
  /** Where the page leads after the deletion. */
  back: string;
  onClose: () => void;
}

/** Deletes an account for good, once the administrator has typed its email. */
export function RemoveUserDialog({ user, back, onClose }: RemoveUserProps & { user: UserPage | undefined }) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  const close = () => isBusy || onClose();
  return (
    <Dialog isOpen={user !== undefined} title={t('users.page.remove.title', { email: user?.email })} isGuarded onClose={close}>
      {user && <RemoveForm user={user} back={back} onBusy={setBusy} onClose={close} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(removeUserInput);

function RemoveForm({ user, back, onBusy, onClose }: RemoveUserProps & { user: UserPage; onBusy: (isBusy: boolean) => void }) {
  const { t } = useTranslation('adminLists');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { user_id: userId } = user;
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'remove-user',
    initialValues: { email: '', reason: '' },
    validate: (values) => (values.email.trim().toLowerCase() === user.email ? validateInput(values) : { email: 'adminApi.users.email' }),
    isAdmin: true,
  });
  useReported(isSending, onBusy);

  const remove = (body: { email: string; reason: string }) =>
    submit(async () => {
      const result = await call(removeUser, { params: { userId }, body });
      if (result.success) {
        showToast({ text: `${user.email}. ${errorText('adminApi.users.remove.success', result.message)}` });
        // Drop unsaved notes about the deleted user.
        navigateWithoutPrompt(() => void navigate(back, { replace: true }));
      }
      return result;
    });

  return (
    <form className="form" noValidate onSubmit={submitHandler(form, remove)}>
      <Notice>{t('users.page.remove.text')}</Notice>
      <FailureNotice failure={failure} />
      <EmailField label={t('users.page.remove.email')} autoComplete="off" {...form.getInputProps('email')} />
      <TextareaField
        label={t('users.reason')}
        help={t('users.page.remove.reasonHelp')}
        isOptional
        rows={2}
        {...form.getInputProps('reason')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('users.page.remove.keep')}
        </Button>
        <Button type="submit" look="danger" isBusy={isSending} busyText={t('users.page.remove.busy')}>
          {t('users.page.remove.confirm')}
        </Button>
      </div>
    </form>
  );
}
