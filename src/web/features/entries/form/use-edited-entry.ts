import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { CallFailure } from '../../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { showToast } from '../../../ui/toast.ts';
import { useEditableEntries } from '../entries-context.ts';
import { type Entry, entryKey } from '../entry.ts';
import { editedEntryDraft } from './entry-draft-keys.ts';
import { focusForm } from './focus-form.ts';
import { type ConfirmedDoubt, type Typed, useEntrySending } from './use-entry-sending.ts';
import { type Answered, isSame } from './use-new-entry.ts';

interface EditedEntryOptions<Draft extends Typed, Body extends object> {
  entry: Entry;
  /** The entry as typed. */
  typed: Draft;
  validate: (draft: Draft) => FormErrors;
  bodyOf: (draft: Draft) => Body;
  main: keyof Draft & string;
  /** The entry in the message that it was saved. */
  nameOf: (entry: Entry) => string;
  /** Gets the fields that have changed. */
  update: (
    body: Partial<Body> & Partial<Answered> & { readingUnit?: ReadingUnit },
  ) => Promise<{ success: true; entry: Entry } | CallFailure>;
}

/** State of the form that edits an entry of a kind other than work. Sends only what has changed. */
export function useEditedEntry<Draft extends Typed, Body extends object>(options: EditedEntryOptions<Draft, Body>) {
  const { entry, typed, validate, bodyOf, main, nameOf, update } = options;
  const { vehicle, unit, editing } = useEditableEntries();
  const { t } = useTranslation('records');
  const key = entryKey(entry);
  const draftKey = editedEntryDraft(vehicle.id, key);
  const [original, setOriginal] = useState(typed);
  const form = useForm<Draft>({
    name: `${entry.kind}-${vehicle.id}-${entry.id}`,
    initialValues: readDraft(draftKey, original) ?? original,
    validate,
  });
  const isChanged = !isSame(form.values, original);
  useStoredDraft(draftKey, isChanged ? form.values : undefined);
  useUnloadQuestion(isChanged);
  const { isSending, failure, doubt, send } = useEntrySending(form as never, editing.onOutdated);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!editing.takesFocus(key)) return;
    focusForm(form.getInputNode(main));
  }, []);

  function close() {
    writeDraft(draftKey, undefined);
    editing.onClose(key);
  }
  const submit = (confirmed?: ConfirmedDoubt) =>
    send(async (answer) => {
      const sent = form.getValues();
      const changes = changesOf(bodyOf(sent), bodyOf(original));
      if (Object.keys(changes).length === 0) {
        close();
        return undefined;
      }
      const isMoved = ['reading', 'performedOn', 'isReset', 'oldReading'].some((field) => field in changes);
      const isMeasured = ['reading', 'distanceOnFuel', 'oldReading'].some((field) => field in changes);
      const result = await update({ ...changes, ...(isMeasured && { readingUnit: unit }), ...(isMoved && answer) });
      if (!result.success) return result;
      editing.onSaved(result.entry);
      showToast({ text: t('saved', { name: nameOf(result.entry) }) });
      // Text typed during the request is not saved yet.
      if (isSame(form.getValues(), sent)) close();
      else setOriginal(sent);
      return undefined;
    }, confirmed);

  return {
    ...{ form: form as UseFormReturnType<Draft>, isSending, failure, doubt, draftKey, submit, close },
    /** For Esc: closes the form unless that would lose something. */
    escape: isChanged || isSending ? undefined : close,
    discard: () => editing.onClose(key),
  };
}

function changesOf<Body extends object>(body: Body, before: Body): Partial<Body> {
  const fields = Object.keys(body) as (keyof Body)[];
  return Object.fromEntries(fields.filter((field) => body[field] !== before[field]).map((field) => [field, body[field]])) as Partial<Body>;
}
