import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createRecord, type ServiceRecord } from '#contract/records.ts';
import { type Attempt, useAttemptKey } from '../../../api/attempt-key.ts';
import { call } from '../../../api/call.ts';
import { readDraft, useStoredDraft } from '../../../forms/drafts.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import { useEditableEntries } from '../entries-context.ts';
import { entryKey } from '../entry.ts';
import { newEntryDraft } from '../form/entry-draft-keys.ts';
import { focusForm } from '../form/focus-form.ts';
import { type ConfirmedDoubt, useEntrySending } from '../form/use-entry-sending.ts';
import { useFolding } from '../form/use-folding.ts';
import { useFulfilledLines } from '../form/use-fulfilled-lines.tsx';
import type { NewFormProps } from '../kind-parts.ts';
import {
  bodyOf,
  checkDraft,
  isBlank,
  isSameDraft,
  isUnknown,
  lastTimeFor,
  newDraft,
  type RecordDraft,
  typedAs,
  withoutSent,
} from './record-draft.ts';
import styles from './record-form.module.css';
import { RecordForm } from './record-form.tsx';
import { operationsQuery } from './use-operations.ts';
import { type Prefilled, usePrefilled } from './use-prefilled.ts';
import { useYearOfDate } from './use-year-of-date.ts';

interface StoredRecord {
  values: RecordDraft;
  prefilled: Prefilled;
  attempt: Attempt | undefined;
}

/** Enter saves the record; the form stays open for the next one. */
export function NewRecordForm({ focusRequest, work, onFold }: NewFormProps) {
  const { vehicle, unit, currency, editing } = useEditableEntries();
  const vehicleId = vehicle.id;
  const { t } = useTranslation('records');
  const language = useLanguage();
  const client = useQueryClient();
  const key = newEntryDraft(vehicleId, 'work');
  const fresh = newDraft(vehicle.reading, unit, language);
  const [stored] = useState(() =>
    readDraft<StoredRecord>(key, { values: fresh, prefilled: { day: fresh.performedOn, reading: fresh.reading }, attempt: undefined }),
  );
  const attempt = useAttemptKey(stored?.attempt);
  const [saved, setSaved] = useState<{ record: ServiceRecord; next: RecordDraft }>();
  const form = useForm<RecordDraft>({
    name: `record-${vehicleId}`,
    initialValues: stored?.values ?? fresh,
    validate: (draft) => checkDraft(draft, unit, currency),
  });
  const { prefilled, refreshDay, pinDay } = usePrefilled(form, fresh.reading, stored?.prefilled);
  const draft: StoredRecord = { values: form.values, prefilled: prefilled.current, attempt: attempt.current() };
  const isDirty = !isBlank(form.values);
  useStoredDraft(key, isDirty ? draft : undefined);
  useUnloadQuestion(isDirty);
  const { isSending, failure, doubt, send, forget } = useEntrySending(form, editing.onOutdated);

  const { ticks, stamp, question } = useFulfilledLines(vehicleId, {
    unit,
    name: form.values.operationName,
    hasReading: !isUnknown(form.values) && form.values.reading.trim() !== '',
  });

  useYearOfDate(form, unit);
  // Only in a form that the user has asked for: someone who scrolls past it needs no suggestions.
  const isPhone = useIsBelow(PHONE);
  const hasFrequent = isPhone && vehicle.recordCount > 0 && focusRequest > 0;

  /** The work, and its part, code and price of the last time, unless something was typed meanwhile. */
  async function beginWith(operationName: string): Promise<void> {
    form.setFieldValue('operationName', operationName);
    const operations = await client.fetchQuery(operationsQuery(vehicleId)).catch(() => []);
    const last = lastTimeFor(form.getValues(), operations);
    if (last) form.setValues(typedAs(last, language));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request
  useEffect(() => {
    if (focusRequest === 0) return;
    refreshDay();
    if (work !== undefined && isBlank(form.getValues())) void beginWith(work);
    focusForm(form.getInputNode('operationName'));
  }, [focusRequest]);

  const submit = (confirmed?: ConfirmedDoubt) => {
    refreshDay();
    return send(async (answer) => {
      const sent = form.getValues();
      const body = { ...bodyOf(sent), readingUnit: unit, currency };
      // Before the first await, so that the draft is stored with the key.
      const idempotencyKey = attempt.keyOf(JSON.stringify(body));
      setSaved(undefined);
      const result = await call(createRecord, { params: { vehicleId }, body: { ...body, ...answer }, idempotencyKey });
      if (!result.success) return result;
      attempt.finish();
      stamp(result.data.id);
      // Text typed during the request belongs to the next record.
      const next = withoutSent(form.getValues(), sent);
      editing.onSaved(result.data);
      setSaved({ record: result.data, next });
      pinDay();
      form.setValues(next);
      if (isBlank(next)) form.getInputNode('operationName')?.focus();
      return undefined;
    }, confirmed);
  };

  // Until the next record is begun, or a submission is rejected.
  const isSavedShown =
    saved &&
    entryKey(saved.record) !== editing.removedKey &&
    isSameDraft(form.values, saved.next) &&
    !failure &&
    !doubt &&
    Object.keys(form.errors).length === 0;

  function discard() {
    attempt.finish();
    form.setValues(fresh);
    forget();
  }
  const cancel = useFolding({ onFold, isDirty, isSaved: saved !== undefined, discard });
  return (
    <>
      <RestoredDraft draftKey={key} onDiscard={discard} />
      <RecordForm
        label={t('form.label')}
        form={form}
        failure={failure}
        doubt={doubt}
        saved={isSavedShown ? t('form.added', { name: saved.record.operationName }) : undefined}
        hasFrequent={hasFrequent}
        onSubmit={() => void submit()}
        onConfirm={(values) => void submit(values)}
      >
        {ticks}
        <div className={styles.buttons}>
          <Button type="submit" isWide isBusy={isSending} busyText={t('form.adding')}>
            {t('form.add')}
          </Button>
        </div>
        {cancel && (
          <Button className={styles.cancel} look="plain" onClick={cancel.run} isPaused={isSending}>
            {cancel.text}
          </Button>
        )}
      </RecordForm>
      {question}
    </>
  );
}
