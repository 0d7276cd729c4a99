import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import { updateBlockMessage, updateBlockMessageInput } from '#contract/payments.admin.ts';
import { type BlockMessage, getBlockMessage } from '#contract/payments.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import settings from '../../admin/settings.module.css';
import { type CallFailure, call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { blockMessageQuery } from '../../api/payments.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, fieldErrors, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextareaField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';

/** Edits the text shown instead of payment details while payment is disabled. */
export function BlockMessageTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const query = useQuery({
    queryKey: keys.adminBlockMessage,
    queryFn: ({ signal }) => unwrap(call(getBlockMessage, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <AdminTab title={t('block.title')} lead={t('block.lead')} query={query} skeleton={{ height: 480 }}>
      {(message) => <BlockMessageForm message={message} onDirty={onDirty} />}
    </AdminTab>
  );
}

const valuesOf = ({ message_text_ua, message_text_ru, message_text_en }: BlockMessage): BlockMessage => ({
  message_text_ua,
  message_text_ru,
  message_text_en,
});
const validateInput = schemaResolver(updateBlockMessageInput.shape.data);
/** Removes the `data.` prefix from error paths: the request wraps its fields in `data`. */
const errorsOf = ({ errors }: CallFailure) =>
  Object.fromEntries(Object.entries(fieldErrors(errors)).map(([path, code]) => [path.replace(/^data\./, ''), code]));

function BlockMessageForm({ message, onDirty }: { message: BlockMessage; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { form, isSending, failure, submit } = useSubmitForm<BlockMessage>({
    name: 'block-message',
    initialValues: valuesOf(message),
    validate: validateInput,
    keepsInput: true,
    isAdmin: true,
  });
  const [seen, setSeen] = useState(() => valuesOf(message));
  useReported(form.isDirty(), onDirty);
  const meanwhile = useChangedMeanwhile(form);

  async function loadChanges(): Promise<void> {
    const fresh = await call(getBlockMessage);
    if (!fresh.success) return;
    setSeen(valuesOf(fresh));
    meanwhile.takeOver(valuesOf(fresh));
  }

  const save = (values: BlockMessage) =>
    submit(async () => {
      const result = await call(updateBlockMessage, { body: { data: values, seen } });
      if (!result.success) {
        if (result.code === 'adminApi.changed') await loadChanges();
        return result;
      }
      setSeen(valuesOf(result.data));
      meanwhile.clear();
      applySaved(form, values, valuesOf(result.data));
      void client.invalidateQueries({ queryKey: blockMessageQuery(LANGUAGES[0]).queryKey });
      showToast({ text: errorText('paymentApi.blockStatusMessage.update.success', result.message) });
      return result;
    }, errorsOf);

  return (
    <Sheet className={settings.narrow}>
      <form className="form" noValidate onSubmit={submitHandler(form, save)}>
        <FailureNotice failure={failure} />
        {LANGUAGES.map((lang) => (
          <TextareaField
            key={lang}
            label={t(`languages.${lang}`)}
            lang={HTML_LANGUAGE[lang]}
            rows={4}
            help={meanwhile.noteOf(`message_text_${lang}`)}
            {...form.getInputProps(`message_text_${lang}`)}
          />
        ))}
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('saving')}>
            {t('block.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
