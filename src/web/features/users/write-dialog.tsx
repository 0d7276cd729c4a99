import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UserPage, writeToUser, writeToUserInput } from '#contract/accounts.admin.ts';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import { MailNotice } from '../../admin/mail-notice.tsx';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import { useUserCache } from './admin-users.queries.ts';
import { PaymentLetter } from './payment-letter.tsx';

/** Emails what the administrator types to the user. */
export function WriteDialog({ user, onClose }: { user: UserPage | undefined; onClose: () => void }) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  const close = () => isBusy || onClose();
  return (
    <Dialog isOpen={user !== undefined} title={t('users.page.write.title', { email: user?.email })} isGuarded onClose={close}>
      {user && <WriteForm user={user} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(writeToUserInput);

interface WriteFormProps {
  user: UserPage;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function WriteForm({ user, onBusy, onClose }: WriteFormProps) {
  const { t } = useTranslation('adminLists');
  const errorText = useErrorText();
  const { put } = useUserCache();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'write-to-user',
    initialValues: { subject: '', text: '' },
    validate: validateInput,
    isAdmin: true,
  });
  useReported(isSending, onBusy);

  const send = (body: { subject: string; text: string }) =>
    submit(async () => {
      const result = await call(writeToUser, { params: { userId: user.user_id }, body });
      if (result.success) {
        put(result.data);
        showToast({ text: `${user.email}. ${errorText('adminApi.users.mail.success', result.message)}` });
        onClose();
      }
      return result;
    });

  /** Keeps what is typed; a second press inserts nothing. */
  const insert = ({ subject, text }: { subject: string; text: string }) =>
    form.setValues((typed) => ({
      subject: typed.subject?.trim() ? typed.subject : subject,
      text: typed.text?.includes(text) ? typed.text : [typed.text?.trim(), text].filter(Boolean).join('\n\n'),
    }));

  const lang = HTML_LANGUAGE[user.language];
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, send)}>
      <FailureNotice failure={failure} />
      <MailNotice />
      <PaymentLetter user={user} onLetter={insert} />
      <TextField label={t('users.page.write.subject')} lang={lang} autoComplete="off" {...form.getInputProps('subject')} />
      <TextareaField
        label={t('users.page.write.body')}
        help={t('users.page.write.help', { language: t(`messages.languages.${user.language}`) })}
        lang={lang}
        rows={8}
        {...form.getInputProps('text')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('users.page.write.keep')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('users.page.write.busy')}>
          {t('users.page.write.send')}
        </Button>
      </div>
    </form>
  );
}
