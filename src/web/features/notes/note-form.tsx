import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '#contract/limits.ts';
import { getNote, noteInput, type putNote } from '#contract/notes.ts';
import { type CallFailure, type CallResult, call } from '../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../forms/drafts.ts';
import { RestoredDraft } from '../../forms/restored-draft.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useUnloadQuestion } from '../../forms/use-unload-question.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './note-panel.module.css';

interface NoteFormProps {
  vehicleId: number;
  vehicleName: string;
  draftKey: string;
  /** Empty if there is no note. */
  text: string;
  /** `seen` is the text that the form began with, null for none. */
  onSave: (text: string, seen: string | null) => Promise<CallResult<typeof putNote>>;
  /** The note has another text on the server. */
  onChanged: (text: string | null) => void;
  onDone: () => void;
  onRemove: (() => void) | undefined;
}

/** Length in code points of the trimmed, normalized text, as the contract counts it. */
const lengthOf = (text: string): number => [...text.trim().normalize('NFC')].length;
const validate = schemaResolver(noteInput);
const errorsOf = ({ code, errors }: CallFailure) => ({ text: errors?.[0]?.code ?? code });

/** Accepts text over the limit and shows an error: truncating a paste would lose text. */
export function NoteForm({ vehicleId, vehicleName, draftKey, text, onSave, onChanged, onDone, onRemove }: NoteFormProps) {
  const { t } = useTranslation('notes');
  const errorText = useErrorText();
  const id = useId();
  const [stored] = useState(() => readDraft(draftKey, { text, seen: text }));
  const [seen, setSeen] = useState(stored?.seen ?? text);
  const { form, isSending, submit } = useSubmitForm({
    name: `note-${vehicleId}`,
    initialValues: { text: stored?.text ?? text },
    validate,
    keepsInput: true,
  });
  const meanwhile = useChangedMeanwhile(form);
  const { text: value } = form.values;
  const isChanged = value !== seen;
  useStoredDraft(draftKey, isChanged ? { text: value, seen } : undefined);
  useUnloadQuestion(isChanged);
  const length = lengthOf(value);
  const error = length > NOTE_MAX ? t('long', { max: NOTE_MAX }) : form.errors.text;
  const { error: _, ...field } = form.getInputProps('text');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const area = document.getElementById(id) as HTMLTextAreaElement | null;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  function close() {
    writeDraft(draftKey, undefined);
    onDone();
  }
  const save = ({ text: sent }: { text: string }) =>
    submit(async () => {
      const result = await onSave(sent, seen || null);
      if (result.success) {
        // Text typed during the request is not saved yet.
        if (form.getValues().text === sent) return close();
        setSeen(result.data.text);
        meanwhile.clear();
      } else if (result.code === 'api.changed') {
        const fresh = await call(getNote, { params: { vehicleId } });
        if (!fresh.success) return fresh;
        const saved = fresh.data?.text ?? '';
        meanwhile.takeOver({ text: saved }, { text: seen });
        setSeen(saved);
        onChanged(saved || null);
      }
      return result;
    }, errorsOf);
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isChanged) close();
  }

  return (
    <form className={styles.panel} aria-label={t('of', { name: vehicleName })} noValidate onSubmit={submitHandler(form, save)}>
      <RestoredDraft draftKey={draftKey} onDiscard={onDone} />
      <div className={styles.labels}>
        <label htmlFor={id}>{t('title')}</label>
        <span id={`${id}-count`} data-over={length > NOTE_MAX || undefined}>
          {t('count', { count: length, max: NOTE_MAX })}
        </span>
      </div>
      <textarea
        {...field}
        id={id}
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count ${id}-error`}
        onKeyDown={handleKey}
      />
      <p id={`${id}-error`} className={styles.error} role="status">
        {error && (
          <>
            <Icon name="attention" size="small" />
            {errorText(String(error), String(error))}
          </>
        )}
      </p>
      {meanwhile.noteOf('text', (saved) => saved || '—')}
      <div className={styles.buttons}>
        <Button type="submit" size="small" isBusy={isSending} busyText={t('saving')}>
          {t('save')}
        </Button>
        <Button look="plain" size="small" onClick={close} isPaused={isSending}>
          {t('cancel')}
        </Button>
        {onRemove && <IconButton icon="trash" isDanger label={t('remove')} onClick={onRemove} isPaused={isSending} />}
      </div>
    </form>
  );
}
