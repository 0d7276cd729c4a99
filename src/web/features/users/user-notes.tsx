import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getUserPage, saveUserNotes, saveUserNotesInput, type UserPage } from '#contract/accounts.admin.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { TextareaField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { useUserCache } from './admin-users.queries.ts';
import styles from './user-view.module.css';

type Notes = { text: string };
const validateInput = schemaResolver(saveUserNotesInput);

/** What administrators note about a user. If someone else has saved notes meanwhile, the typed text stays, and theirs is shown below it. */
export function UserNotes({ user, onDirty }: { user: UserPage; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminLists');
  const errorText = useErrorText();
  const { put } = useUserCache();
  const { user_id: userId, admin_notes: stored } = user;
  const { form, isSending, failure, submit } = useSubmitForm<Notes>({
    name: 'user-notes',
    initialValues: { text: stored },
    validate: validateInput,
    keepsInput: true,
    isAdmin: true,
  });
  const [seen, setSeen] = useState(stored);
  useReported(form.isDirty(), onDirty);
  const meanwhile = useChangedMeanwhile(form);

  function take(text: string): void {
    setSeen(text);
    meanwhile.takeOver({ text });
  }

  // Without unsaved input, show what someone else has saved; otherwise the next save tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other notes were loaded
  useEffect(() => {
    if (stored === seen || form.isDirty()) return;
    setSeen(stored);
    form.setInitialValues({ text: stored });
    form.setValues({ text: stored });
  }, [stored]);

  const save = (values: Notes) =>
    submit(async () => {
      if (values.text.trim() === seen) {
        showToast({ text: t('users.page.notesUnchanged') });
        return undefined;
      }
      const result = await call(saveUserNotes, { params: { userId }, body: { text: values.text, seen: { text: seen } } });
      if (!result.success) {
        const fresh = result.code === 'adminApi.changed' ? await call(getUserPage, { params: { userId } }) : undefined;
        if (fresh?.success) take(fresh.data.admin_notes);
        return result;
      }
      setSeen(result.data.admin_notes);
      meanwhile.clear();
      applySaved(form, values, { text: result.data.admin_notes });
      put(result.data);
      showToast({ text: errorText('adminApi.users.notes.success', result.message) });
      return result;
    });

  return (
    <Sheet>
      <form className="form" noValidate onSubmit={submitHandler(form, save)}>
        <FailureNotice failure={failure} />
        <TextareaField
          label={t('users.page.notes')}
          help={meanwhile.noteOf('text', (text) => text || '—') ?? t('users.page.notesHelp')}
          rows={5}
          {...form.getInputProps('text')}
        />
        <div className="form-buttons">
          <Button type="submit" look="quiet" isBusy={isSending} busyText={t('users.page.savingNotes')}>
            {t('users.page.saveNotes')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** The notes for a role that may not change them. */
export function ReadNotes({ text }: { text: string }) {
  const { t } = useTranslation('adminLists');
  return (
    <Sheet>
      <Facts>
        <Fact label={t('users.page.notes')}>
          <span className={styles.reason}>{text || t('users.page.noNotes')}</span>
        </Fact>
      </Facts>
    </Sheet>
  );
}
