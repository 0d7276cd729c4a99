import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import { type Message, replyInput, replyToMessage } from '#contract/messages.ts';
import { MailNotice } from '../../admin/mail-notice.tsx';
import { useAttemptKey } from '../../api/attempt-key.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextareaField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { useMessageCache } from './messages.queries.ts';

const EMPTY = { text: '' };
const validateInput = schemaResolver(replyInput);

/** Emails a reply. If another administrator has replied in the meantime, the text stays and the other reply is shown. */
export function ReplyForm({ message, onDirty }: { message: Message; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminLists');
  const errorText = useErrorText();
  const { put, reload } = useMessageCache();
  const attempt = useAttemptKey();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'reply',
    initialValues: EMPTY,
    validate: validateInput,
    keepsInput: true,
    isAdmin: true,
  });
  useReported(form.isDirty(), onDirty);

  const send = ({ text }: typeof EMPTY) =>
    submit(async () => {
      const result = await call(replyToMessage, {
        params: { messageId: message.id },
        body: { text, replies_seen: message.replies.length },
        idempotencyKey: attempt.keyOf(text),
      });
      if (result.success) {
        attempt.finish();
        // Text typed during the request stays.
        if (form.getValues().text === text) form.reset();
        put(result.data);
        showToast({ text: errorText('messagesApi.reply.success', result.message) });
      } else if (result.code === 'messagesApi.replied') await reload(message.id);
      return result;
    });

  return (
    <Sheet>
      <form className="form" noValidate onSubmit={submitHandler(form, send)}>
        <FailureNotice failure={failure} />
        <MailNotice />
        <TextareaField
          label={t('messages.reply')}
          help={t('messages.replyHelp', { email: message.email, language: t(`messages.languages.${message.language}`) })}
          lang={HTML_LANGUAGE[message.language]}
          rows={8}
          {...form.getInputProps('text')}
        />
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('messages.sending')}>
            {t('messages.send')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
