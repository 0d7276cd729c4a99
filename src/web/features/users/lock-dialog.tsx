import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { lockUserInput, type UserPage } from '#contract/accounts.admin.ts';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import type { CallFailure } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextareaField } from '../../ui/fields.tsx';

interface LockFormProps {
  isSending: boolean;
  failure: CallFailure | undefined;
  onLock: (reason: string) => void;
  onClose: () => void;
}

const validateInput = schemaResolver(lockUserInput);

/** Asks before an account is locked, and for the reason, which the email to the user contains. */
export function LockDialog({ user, ...form }: LockFormProps & { user: UserPage | undefined }) {
  const { t } = useTranslation('adminLists');
  const close = () => form.isSending || form.onClose();
  return (
    <Dialog isOpen={user !== undefined} title={t('users.page.lock.title', { email: user?.email })} isGuarded onClose={close}>
      {user && <LockForm user={user} {...form} />}
    </Dialog>
  );
}

function LockForm({ user, isSending, failure, onLock, onClose }: LockFormProps & { user: UserPage }) {
  const { t } = useTranslation('adminLists');
  const form = useForm({ name: 'lock-user', initialValues: { reason: '' }, validate: validateInput });
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, ({ reason }) => onLock(reason))}>
      <p>{t('users.page.lock.text')}</p>
      <FailureNotice failure={failure} />
      <TextareaField
        label={t('users.page.lock.reason')}
        help={t('users.page.lock.reasonHelp', { language: t(`messages.languages.${user.language}`) })}
        lang={HTML_LANGUAGE[user.language]}
        rows={3}
        {...form.getInputProps('reason')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('users.page.lock.keep')}
        </Button>
        <Button type="submit" look="danger" isBusy={isSending} busyText={t('users.page.lock.busy')}>
          {t('users.page.lock.confirm')}
        </Button>
      </div>
    </form>
  );
}
