import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { type Attempt, useAttemptKey } from '../../../api/attempt-key.ts';
import type { CallFailure } from '../../../api/call.ts';
import { readDraft, useStoredDraft } from '../../../forms/drafts.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useEditableEntries } from '../entries-context.ts';
import { type Entry, type EntryKind, entryKey } from '../entry.ts';
import { completedReading } from './completed-reading.ts';
import { newEntryDraft } from './entry-draft-keys.ts';
import { focusForm } from './focus-form.ts';
import { type ConfirmedDoubt, type Typed, useEntrySending } from './use-entry-sending.ts';
import { useFolding } from './use-folding.ts';

/** What the server is told about a doubtful reading. */
export type Answered = { ask: true; isReadingRight?: true };

export interface NewEntryOptions<Draft extends Typed, Body extends object> {
  kind: EntryKind;
  fresh: Draft;
  validate: (draft: Draft) => FormErrors;
  bodyOf: (draft: Draft) => Body;
  /** The field that a request focuses. */
  main: keyof Draft & string;
  create: (
    body: Body & Answered & { readingUnit: ReadingUnit },
    idempotencyKey: string,
  ) => Promise<{ success: true; entry: Entry } | CallFailure>;
  focusRequest: number;
  onFold: (() => void) | undefined;
}

/** State of the form for a new entry of a kind other than work: it keeps its draft, sends it once, and is empty again when it is saved. */
export function useNewEntry<Draft extends Typed, Body extends object>(options: NewEntryOptions<Draft, Body>) {
  const { kind, fresh, validate, bodyOf, main, create, focusRequest, onFold } = options;
  const { vehicle, unit, editing } = useEditableEntries();
  const language = useLanguage();
  const draftKey = newEntryDraft(vehicle.id, kind);
  const [stored] = useState(() =>
    readDraft<{ values: Draft; attempt: Attempt | undefined }>(draftKey, { values: fresh, attempt: undefined }),
  );
  const attempt = useAttemptKey(stored?.attempt);
  const [saved, setSaved] = useState<{ entry: Entry; next: Draft }>();
  const form = useForm<Draft>({ name: `${kind}-${vehicle.id}`, initialValues: stored?.values ?? fresh, validate });
  /** What an untouched form shows. */
  const [base, setBase] = useState(fresh);
  const isDirty = !isSame(form.values, base);
  useStoredDraft(draftKey, isDirty ? { values: form.values, attempt: attempt.current() } : undefined);
  useUnloadQuestion(isDirty);
  const { isSending, failure, doubt, send, forget } = useEntrySending(form as never, editing.onOutdated);

  // An untouched form follows the last entry and the day; otherwise it would count as typed in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other values
  useEffect(() => {
    if (isSame(fresh, base)) return;
    setBase(fresh);
    if (isDirty) return;
    form.setValues(fresh);
    setSaved((last) => last && { ...last, next: fresh });
  }, [fresh]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request
  useEffect(() => {
    if (focusRequest === 0) return;
    focusForm(form.getInputNode(main));
  }, [focusRequest]);

  function submit(confirmed?: ConfirmedDoubt) {
    // Enter, or a press that leaves the focus in the field, as on some phones.
    const typed = form.getValues();
    const whole = typed.isReset ? undefined : completedReading(typed.reading, vehicle.reading, unit);
    if (whole !== undefined) form.setFieldValue('reading', typedNumber(whole, language) as never);
    return send(async (answer) => {
      const sent = form.getValues();
      const body = { ...bodyOf(sent), readingUnit: unit };
      // Before the first await, so that the draft is stored with the key.
      const idempotencyKey = attempt.keyOf(JSON.stringify(body));
      setSaved(undefined);
      const result = await create({ ...body, ...answer }, idempotencyKey);
      if (!result.success) return result;
      attempt.finish();
      editing.onSaved(result.entry);
      // Text typed during the request belongs to the next entry.
      const next = withoutSent(form.getValues(), sent, fresh);
      form.setValues(next);
      setSaved({ entry: result.entry, next });
      return undefined;
    }, confirmed);
  }

  function discard() {
    attempt.finish();
    form.setValues(fresh);
    forget();
  }

  const isSavedShown = saved && entryKey(saved.entry) !== editing.removedKey && isSame(form.values, saved.next) && !failure && !doubt;
  return {
    ...{ form: form as UseFormReturnType<Draft>, isSending, failure, doubt, isDirty, draftKey, submit },
    /** The entry saved last, until the next one is begun. */
    saved: isSavedShown ? saved.entry : undefined,
    discard,
    cancel: useFolding({ onFold, isDirty, isSaved: saved !== undefined, discard }),
  };
}

export const isSame = <Draft extends object>(a: Draft, b: Draft): boolean =>
  (Object.keys(a) as (keyof Draft)[]).every((field) => a[field] === b[field]);

function withoutSent<Draft extends object>(typed: Draft, sent: Draft, fresh: Draft): Draft {
  const fields = Object.keys(fresh) as (keyof Draft)[];
  return Object.fromEntries(fields.map((field) => [field, typed[field] === sent[field] ? fresh[field] : typed[field]])) as Draft;
}
