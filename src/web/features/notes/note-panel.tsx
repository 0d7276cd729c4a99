import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { putNote, removeNote, restoreNote } from '#contract/notes.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { hasDraft, vehicleDraftsKey, writeDraft } from '../../forms/drafts.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './note-panel.module.css';

const NoteForm = lazyPart(async () => (await import('./note-form.tsx')).NoteForm);

interface NotePanelProps {
  vehicleId: number;
  vehicleName: string;
  text: string | null;
  /** Level of the title; 4 in the list of vehicles. */
  level?: 2 | 4;
  onChanged: (text: string | null) => void;
  /** The request has ended: the cached note must be fetched again. */
  onSettled: () => void;
  /** The vehicle no longer exists. */
  onNotFound: () => void;
}

/** The note of a vehicle, or a button to write one. */
export function NotePanel({ vehicleId, vehicleName, text, level = 4, onChanged, onSettled, onNotFound }: NotePanelProps) {
  const { t } = useTranslation('notes');
  const errorText = useErrorText();
  const draftKey = `${vehicleDraftsKey(vehicleId)}note`;
  const [isEditing, setEditing] = useState(() => hasDraft(draftKey));
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const params = { vehicleId };

  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  async function save(next: string, seen: string | null) {
    const result = await call(putNote, { params, body: { text: next, seen } });
    if (result.success) onChanged(result.data.text);
    else if (result.status === 404) onNotFound();
    onSettled();
    return result;
  }
  async function restore() {
    const result = await call(restoreNote, { params });
    if (result.success) onChanged(result.data.text);
    else showFailure('notRestored', result, { label: t('undo'), run: () => void restore() });
    if (!result.success && result.code === 'carsApi.404') onNotFound();
    onSettled();
  }
  function showFailure(key: 'notRemoved' | 'notRestored', failure: CallFailure, action?: { label: string; run: () => void }) {
    showToast({
      text: t(key, { name: vehicleName, reason: errorText(failure.code, failure.message) }),
      isFailure: true,
      ...(action && { action }),
    });
  }
  async function remove(previous: string) {
    setEditing(false);
    writeDraft(draftKey, undefined);
    onChanged(null);
    const result = await call(removeNote, { params });
    onSettled();
    if (result.success || result.code === 'notesApi.404') {
      showToast({ text: t('removed', { name: vehicleName }), action: { label: t('undo'), run: () => void restore() } });
      return;
    }
    onChanged(previous);
    showFailure('notRemoved', result);
    if (result.status === 404) onNotFound();
  }

  if (isEditing)
    return (
      <Suspense fallback={<Skeleton height={180} />}>
        <NoteForm
          vehicleId={vehicleId}
          vehicleName={vehicleName}
          draftKey={draftKey}
          text={text ?? ''}
          onSave={save}
          onChanged={onChanged}
          onDone={() => setEditing(false)}
          onRemove={text === null ? undefined : () => void remove(text)}
        />
      </Suspense>
    );
  if (text === null)
    return (
      <div className={styles.place}>
        <Button ref={opener} look="plain" icon="note" aria-label={t('createFor', { name: vehicleName })} onClick={() => setEditing(true)}>
          {t('create')}
        </Button>
      </div>
    );
  const Title = `h${level}` as const;
  return (
    <aside className={styles.panel} aria-label={t('of', { name: vehicleName })}>
      <Title>{t('title')}</Title>
      <p>{text}</p>
      <Button ref={opener} look="plain" onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
    </aside>
  );
}
