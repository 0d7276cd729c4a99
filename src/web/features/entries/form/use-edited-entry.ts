import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { CallFailure } from '../../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { useChangedMeanwhile } from '../../../forms/use-changed-meanwhile.tsx';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { showToast } from '../../../ui/toast.ts';
import { useEditableEntries } from '../entries-context.ts';
import { type Entry, entryKey, kindOf } from '../entry.ts';
import { editedEntryDraft } from './entry-draft-keys.ts';
import { focusForm } from './focus-form.ts';
import { type ConfirmedDoubt, type Typed, useEntrySending } from './use-entry-sending.ts';
import { type Answered, isSame } from './use-new-entry.ts';

const CHANGED = 'api.changed';

interface EditedEntryOptions<Edited extends Entry, Draft extends Typed, Body extends object> {
  entry: Edited;
  /** An entry as typed. */
  typedOf: (entry: Edited) => Draft;
  validate: (draft: Draft) => FormErrors;
  /** Its fields have the names of those of the entry. */
  bodyOf: (draft: Draft) => Body;
  main: keyof Draft & string;
  /** The entry in the message that it was saved. */
  nameOf: (entry: NoInfer<Edited>) => string;
  /** A choice in words. */
  choiceOf?: (draft: Partial<Draft>) => string | undefined;
  /** Gets the fields that have changed, and the entry as it was shown. */
  update: (
    body: Partial<Body> & Partial<Answered> & { readingUnit?: ReadingUnit; seen: Partial<Edited> },
    shown: Edited,
  ) => Promise<{ success: true; entry: Edited } | CallFailure>;
}

/**
 * State of the form that edits an entry. Sends only what has changed, and what was shown: if somebody else has saved another value meanwhile,
 * fields that were not edited take it, and the others offer it in the `help` of their input props.
 */
export function useEditedEntry<Edited extends Entry, Draft extends Typed, Body extends object>(
  options: EditedEntryOptions<Edited, Draft, Body>,
) {
  const { entry, typedOf, validate, bodyOf, main, nameOf, choiceOf, update } = options;
  const { vehicle, unit, editing } = useEditableEntries();
  const { t } = useTranslation('records');
  const { day } = useFormat();
  const key = entryKey(entry);
  const draftKey = editedEntryDraft(vehicle.id, key);
  const [begun] = useState(() => begin(draftKey, entry, typedOf));
  const [shown, setShown] = useState(begun.shown);
  const [original, setOriginal] = useState(begun.original);
  const form: UseFormReturnType<Draft> = useForm<Draft>({
    name: `${kindOf(entry)}-${vehicle.id}-${entry.id}`,
    initialValues: begun.values,
    validate,
    enhanceGetInputProps: ({ field }) => ({
      help: meanwhile.noteOf(field as keyof Draft & string, (saved) => wordsOf(field, saved, { day, choiceOf })),
    }),
  });
  const meanwhile = useChangedMeanwhile<Draft>(form as never);
  const isChanged = !isSame(form.values, original);
  useStoredDraft(draftKey, isChanged ? { ...form.values, seen: shown } : undefined);
  useUnloadQuestion(isChanged);
  const { isSending, failure, doubt, send } = useEntrySending(form as never, editing.onOutdated);

  useScrolled(() => form.getInputNode(main), { failure, takesFocus: () => editing.takesFocus(key) });

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
      const seen = partOf(shown, { ...bodyOf(typedOf(shown)), ...changes });
      const result = await update({ ...changes, ...(isMeasured && { readingUnit: unit }), ...(isMoved && answer), seen }, shown);
      if (!result.success) {
        if (result.code === CHANGED) takeStored({ ...shown, ...(result.data as Partial<Edited>) });
        return result;
      }
      editing.onSaved(result.entry);
      showToast({ text: t('saved', { name: nameOf(result.entry) }) });
      // Text typed during the request is not saved yet.
      if (isSame(form.getValues(), sent)) close();
      else {
        setOriginal(sent);
        setShown(result.entry);
        meanwhile.clear();
      }
      return undefined;
    }, confirmed);

  function takeStored(stored: Edited) {
    meanwhile.takeOver(typedOf(stored), original);
    setOriginal(typedOf(stored));
    setShown(stored);
  }
  return {
    ...{ form, isSending, failure, doubt, draftKey, submit, close },
    /** For Esc: closes the form unless that would lose something. */
    escape: isChanged || isSending ? undefined : close,
    discard: () => editing.onClose(key),
  };
}

interface Scrolled {
  failure: CallFailure | undefined;
  takesFocus: () => boolean;
}

/** Scrolls to the form that a button has opened, and to its notice of a change elsewhere, which the button that saves may be far below. */
function useScrolled(input: () => HTMLElement | null, { failure, takesFocus }: Scrolled): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (takesFocus()) focusForm(input());
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (failure?.code === CHANGED) input()?.closest('form')?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
}

interface Words<Draft> {
  day: (day: string) => string;
  choiceOf: ((draft: Partial<Draft>) => string | undefined) | undefined;
}

/** The value of a field as a text. */
function wordsOf<Draft>(field: string, value: unknown, { day, choiceOf }: Words<Draft>): string {
  if (value === '') return '—';
  if (typeof value === 'boolean') return value ? '✓' : '—';
  if (field === 'performedOn') return day(String(value));
  return choiceOf?.({ [field]: value } as Partial<Draft>) ?? String(value);
}

/** The entry that a form begins with, and its values: a draft has both. */
function begin<Edited extends Entry, Draft extends Typed>(draftKey: string, entry: Edited, typedOf: (entry: Edited) => Draft) {
  const stored = readDraft<Draft & { seen?: Edited | undefined }>(draftKey, { ...typedOf(entry), seen: undefined });
  const shown: Edited = { ...entry, ...stored?.seen };
  const original = typedOf(shown);
  if (!stored) return { shown, original, values: original };
  const { seen: _, ...values } = stored;
  return { shown, original, values: values as unknown as Draft };
}

/** The fields of an entry that a body has. */
function partOf<Edited extends Entry>(entry: Edited, body: object): Partial<Edited> {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field in body)) as Partial<Edited>;
}

function changesOf<Body extends object>(body: Body, before: Body): Partial<Body> {
  const fields = Object.keys(body) as (keyof Body)[];
  return Object.fromEntries(fields.filter((field) => body[field] !== before[field]).map((field) => [field, body[field]])) as Partial<Body>;
}
