import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ServiceRecord, updateRecord } from '#contract/records.ts';
import { call } from '../../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { changesOf, checkDraft, draftOf, isSameDraft, type RecordDraft } from './record-draft.ts';
import { editedRecordKey } from './record-draft-keys.ts';
import styles from './record-form.module.css';
import { focusOperation, RecordForm, type RecordFormSettings } from './record-form.tsx';
import { useDoubts } from './use-doubts.tsx';
import { useRecordSending } from './use-record-sending.ts';
import { useYearOfDate } from './use-year-of-date.ts';

interface EditRecordFormProps extends RecordFormSettings {
  record: ServiceRecord;
  /** Asked when the form is mounted. */
  takesFocus: () => boolean;
  onSaved: (record: ServiceRecord) => void;
  onClose: () => void;
}

/** Shown in place of the record's row. Sends only the changed fields. */
export function EditRecordForm({
  vehicleId,
  unit,
  facts,
  currency,
  record,
  takesFocus,
  onSaved,
  onClose,
  onOutdated,
  ...suggestions
}: EditRecordFormProps) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const language = useLanguage();
  const key = editedRecordKey(vehicleId, record.id);
  const [original, setOriginal] = useState(() => draftOf(record, unit, language));
  const form = useForm<RecordDraft>({
    name: `record-${vehicleId}-${record.id}`,
    initialValues: readDraft(key, original) ?? original,
    validate: (draft) => checkDraft(draft, unit, currency),
  });
  const isChanged = !isSameDraft(form.values, original);
  useStoredDraft(key, isChanged ? form.values : undefined);
  useUnloadQuestion(isChanged);
  const { isSending, failure, send } = useRecordSending(form, onOutdated);

  useYearOfDate(form, unit);
  const doubts = useDoubts({
    ...{ form, vehicleId, unit, facts },
    record: { id: record.id, saved: original },
    onConfirmed: () => void submit(true),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (takesFocus()) focusOperation(form);
  }, []);

  function close() {
    writeDraft(key, undefined);
    onClose();
  }
  const submit = (isConfirmed = false) =>
    send(async () => {
      const sent = form.getValues();
      if (!isConfirmed && (await doubts.ask(sent))) return undefined;
      const body = changesOf(sent, original);
      if (Object.keys(body).length === 0) {
        close();
        return undefined;
      }
      const typedIn = body.reading === undefined ? {} : { readingUnit: unit };
      const result = await call(updateRecord, { params: { vehicleId, recordId: record.id }, body: { ...body, ...typedIn } });
      if (!result.success) return result;
      onSaved(result.data);
      showToast({ text: t('saved', { name: result.data.operationName }) });
      // Text typed during the request is not saved yet.
      if (isSameDraft(form.getValues(), sent)) close();
      else setOriginal(sent);
      return undefined;
    });

  return (
    <>
      <RestoredDraft draftKey={key} onDiscard={onClose} />
      <RecordForm
        {...suggestions}
        label={t('form.editLabel', { name: record.operationName, day: format.day(record.performedOn) })}
        form={form}
        unit={unit}
        currency={currency}
        doubts={doubts}
        failure={failure}
        onSubmit={() => void submit()}
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
      {doubts.question}
    </>
  );
}
