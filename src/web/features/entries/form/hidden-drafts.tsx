import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasDraft, readDraft, writeDraft } from '../../../forms/drafts.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { Button } from '../../../ui/button.tsx';
import { recordPath } from '../../../vehicle-paths.ts';
import styles from '../list/history-line.module.css';
import type { RecordDraft } from './record-draft.ts';
import { editedRecordKey } from './record-draft-keys.ts';

interface HiddenDraftsProps {
  vehicleId: number;
  editedIds: readonly number[];
  /** The records that are shown, with their forms. */
  records: readonly { id: number }[];
}

/** A link to a record that has unsaved changes and is not shown. If it was deleted elsewhere, they can be copied and discarded here. */
export function HiddenDrafts({ vehicleId, editedIds, records }: HiddenDraftsProps) {
  const { t } = useTranslation(['records', 'forms']);
  const [discarded, setDiscarded] = useState<readonly number[]>([]);
  const keyOf = (id: number) => editedRecordKey(vehicleId, id);
  const recordId = editedIds.find((id) => !discarded.includes(id) && !records.some((one) => one.id === id) && hasDraft(keyOf(id)));
  useUnloadQuestion(recordId !== undefined);
  const texts = useMemo(
    () => (recordId === undefined ? [] : Object.values(readDraft<RecordDraft>(editedRecordKey(vehicleId, recordId)) ?? {})),
    [vehicleId, recordId],
  );
  if (recordId === undefined) return null;
  function discard(id: number) {
    writeDraft(keyOf(id), undefined);
    setDiscarded((ids) => [...ids, id]);
  }
  return (
    <p className={styles.line}>
      {t('history.draft')} «{texts.filter(Boolean).join(' · ')}» <Link to={recordPath(vehicleId, recordId)}>{t('history.toDraft')}</Link>{' '}
      <Button look="plain" onClick={() => discard(recordId)}>
        {t('forms:restored.discard')}
      </Button>
    </p>
  );
}
