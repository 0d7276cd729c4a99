import { useTranslation } from 'react-i18next';
import { readDraft, useHasDraft } from '../../forms/drafts.ts';
import { useUnloadQuestion } from '../../forms/use-unload-question.ts';
import { Button } from '../../ui/button.tsx';
import styles from './history-line.module.css';
import { EMPTY_DRAFT, type RecordDraft } from './record-draft.ts';
import { editedRecordKey, newRecordKey } from './record-draft-keys.ts';

interface GoneRecordProps {
  vehicleId: number;
  recordId: number;
  /** Called with the text, which is then discarded. */
  onReuse: (values: RecordDraft) => void;
  onDiscard: (recordId: number) => void;
}

/** The record was deleted elsewhere; its text can become a new record unless one has been begun. */
export function GoneRecord({ vehicleId, recordId, onReuse, onDiscard }: GoneRecordProps) {
  const { t } = useTranslation('records');
  useUnloadQuestion(true);
  const text = readDraft(editedRecordKey(vehicleId, recordId), EMPTY_DRAFT);
  const hasNew = useHasDraft(newRecordKey(vehicleId));
  function reuse(values: RecordDraft) {
    onReuse(values);
    onDiscard(recordId);
  }
  return (
    <p className={styles.line} role="alert">
      {t('history.gone')}{' '}
      {text && !hasNew && (
        <Button look="plain" onClick={() => reuse(text)}>
          {t('history.reuse')}
        </Button>
      )}{' '}
      <Button look="plain" onClick={() => onDiscard(recordId)}>
        {t('history.discard')}
      </Button>
    </p>
  );
}
