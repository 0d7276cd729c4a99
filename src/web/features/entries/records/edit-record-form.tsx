import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateRecord } from '#contract/records.ts';
import { call } from '../../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useEditableEntries } from '../entries-context.ts';
import { type EntryOf, entryKey } from '../entry.ts';
import { editedEntryDraft } from '../form/entry-draft-keys.ts';
import { focusForm } from '../form/focus-form.ts';
import { type ConfirmedDoubt, useEntrySending } from '../form/use-entry-sending.ts';
import type { EditFormProps } from '../kind-parts.ts';
import { changesOf, checkDraft, draftOf, isSameDraft, type RecordDraft } from './record-draft.ts';
import styles from './record-form.module.css';
import { RecordForm } from './record-form.tsx';
import { useYearOfDate } from './use-year-of-date.ts';

/** Shown in place of the record's row. Sends only the changed fields. */
export function EditRecordForm({ entry: edited }: EditFormProps) {
  const record = edited as EntryOf<'work'>;
  const { vehicle, unit, currency, editing } = useEditableEntries();
  const vehicleId = vehicle.id;
  const entry = entryKey(record);
  const { t } = useTranslation('records');
  const format = useFormat();
  const language = useLanguage();
  const key = editedEntryDraft(vehicleId, entry);
  const [original, setOriginal] = useState(() => draftOf(record, unit, language));
  const form = useForm<RecordDraft>({
    name: `record-${vehicleId}-${record.id}`,
    initialValues: readDraft(key, original) ?? original,
    validate: (draft) => checkDraft(draft, unit, currency),
  });
  const isChanged = !isSameDraft(form.values, original);
  useStoredDraft(key, isChanged ? form.values : undefined);
  useUnloadQuestion(isChanged);
  const { isSending, failure, doubt, send } = useEntrySending(form, editing.onOutdated);

  useYearOfDate(form, unit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (editing.takesFocus(entry)) focusForm(form.getInputNode('operationName'));
  }, []);

  function close() {
    writeDraft(key, undefined);
    editing.onClose(entry);
  }
  const submit = (confirmed?: ConfirmedDoubt) =>
    send(async (answer) => {
      const sent = form.getValues();
      const body = changesOf(sent, original);
      if (Object.keys(body).length === 0) {
        close();
        return undefined;
      }
      const typedIn = body.reading === undefined ? {} : { readingUnit: unit };
      const isMoved = body.reading !== undefined || body.performedOn !== undefined;
      const result = await call(updateRecord, {
        params: { vehicleId, recordId: record.id },
        body: { ...body, ...typedIn, ...(body.price !== undefined && { currency }), ...(isMoved && answer) },
      });
      if (!result.success) return result;
      editing.onSaved(result.data);
      showToast({ text: t('saved', { name: result.data.operationName }) });
      // Text typed during the request is not saved yet.
      if (isSameDraft(form.getValues(), sent)) close();
      else setOriginal(sent);
      return undefined;
    }, confirmed);

  return (
    <>
      <RestoredDraft draftKey={key} onDiscard={() => editing.onClose(entry)} />
      <RecordForm
        label={t('form.editLabel', { name: record.operationName, day: format.day(record.performedOn) })}
        title={t('form.editTitle')}
        form={form}
        failure={failure}
        doubt={doubt}
        onSubmit={() => void submit()}
        onConfirm={(values) => void submit(values)}
        onEscape={isChanged || isSending ? undefined : close}
      >
        <div className={styles.buttons}>
          <Button type="submit" isWide isBusy={isSending} busyText={t('form.saving')}>
            {t('form.save')}
          </Button>
        </div>
        <Button className={styles.cancel} look="plain" onClick={close} isPaused={isSending}>
          {t('form.cancel')}
        </Button>
      </RecordForm>
    </>
  );
}
