import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasDraft, readDraft, writeDraft } from '../../../forms/drafts.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { Button } from '../../../ui/button.tsx';
import { entryPath } from '../../../vehicle-paths.ts';
import { useEditableEntries } from '../entries-context.ts';
import { type Entry, type EntryKey, isEntry } from '../entry.ts';
import styles from '../list/history-line.module.css';
import { editedEntryDraft } from './entry-draft-keys.ts';

/**
 * A link to an entry that has unsaved changes and is not shown. If it was deleted elsewhere, they can be copied and discarded here. `entries`
 * are shown, with their forms.
 */
export function HiddenDrafts({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation(['records', 'forms']);
  const { vehicle, editing } = useEditableEntries();
  const hidden = editing.editedKeys.find((key) => !entries.some(isEntry(key)) && hasDraft(editedEntryDraft(vehicle.id, key)));
  useUnloadQuestion(hidden !== undefined);
  const texts = useMemo(() => (hidden ? Object.values(readDraft(editedEntryDraft(vehicle.id, hidden)) ?? {}) : []), [vehicle.id, hidden]);
  if (hidden === undefined) return null;
  function discard(key: EntryKey) {
    writeDraft(editedEntryDraft(vehicle.id, key), undefined);
    editing.onClose(key);
  }
  return (
    <p className={styles.line}>
      {t('history.draft')} «{texts.filter((text) => typeof text === 'string' && text !== '').join(' · ')}»{' '}
      <Link to={entryPath(vehicle.id, hidden)}>{t('history.toDraft')}</Link>{' '}
      <Button look="plain" onClick={() => discard(hidden)}>
        {t('forms:restored.discard')}
      </Button>
    </p>
  );
}
