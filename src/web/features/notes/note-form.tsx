import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '#contract/limits.ts';
import type { CallFailure } from '../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../forms/drafts.ts';
import { useUnloadQuestion } from '../../forms/use-unload-question.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './note-panel.module.css';

interface NoteFormProps {
  vehicleName: string;
  draftKey: string;
  text: string;
  /** Returns the failure, in which case the form keeps its text; undefined on success. */
  onSave: (text: string) => Promise<CallFailure | undefined>;
  onDone: () => void;
  onRemove: (() => void) | undefined;
}

/** Length in code points of the trimmed, normalized text, as the contract counts it. */
const lengthOf = (text: string): number => [...text.trim().normalize('NFC')].length;

/** Accepts text over the limit and shows an error: truncating a paste would lose text. */
export function NoteForm({ vehicleName, draftKey, text, onSave, onDone, onRemove }: NoteFormProps) {
  const { t } = useTranslation('notes');
  const errorText = useErrorText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(() => readDraft(draftKey, { text })?.text ?? text);
  const isChanged = value !== text;
  useStoredDraft(draftKey, isChanged ? { text: value } : undefined);
  useUnloadQuestion(isChanged);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const length = lengthOf(value);
  const isTooLong = length > NOTE_MAX;
  const shownError = isTooLong ? t('long', { max: NOTE_MAX }) : error;

  useEffect(() => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function close() {
    writeDraft(draftKey, undefined);
    onDone();
  }
  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isTooLong || length === 0) {
      if (length === 0) setError(errorText('validation.required'));
      area.current?.focus();
      return;
    }
    setSaving(true);
    const failure = await onSave(value);
    setSaving(false);
    // Text typed during the request is not saved yet.
    if (!failure) return area.current?.value === value ? close() : undefined;
    setError(errorText(failure.errors?.[0]?.code ?? failure.code, failure.message));
    area.current?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isChanged) close();
  }

  return (
    <form className={styles.panel} aria-label={t('of', { name: vehicleName })} noValidate onSubmit={handleSubmit}>
      <div className={styles.labels}>
        <label htmlFor={id}>{t('title')}</label>
        <span id={`${id}-count`} data-over={isTooLong || undefined}>
          {t('count', { count: length, max: NOTE_MAX })}
        </span>
      </div>
      <textarea
        ref={area}
        id={id}
        rows={4}
        value={value}
        aria-invalid={shownError ? true : undefined}
        aria-describedby={`${id}-count ${id}-error`}
        onKeyDown={handleKey}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <p id={`${id}-error`} className={styles.error} role="status">
        {shownError && (
          <>
            <Icon name="attention" size="small" />
            {shownError}
          </>
        )}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" size="small" isBusy={isSaving} busyText={t('saving')}>
          {t('save')}
        </Button>
        <Button look="plain" size="small" onClick={close} isPaused={isSaving}>
          {t('cancel')}
        </Button>
        {onRemove && <IconButton icon="trash" isDanger label={t('remove')} onClick={onRemove} isPaused={isSaving} />}
      </div>
    </form>
  );
}
