import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasDraft, readDraft, useHasDraft } from '../../forms/drafts.ts';
import { useUnloadQuestion } from '../../forms/use-unload-question.ts';
import { Button } from '../../ui/button.tsx';
import { recordPath } from '../../vehicle-paths.ts';
import styles from './history-line.module.css';
import { EMPTY_DRAFT, type RecordDraft } from './record-draft.ts';
import { editedRecordKey, newRecordKey } from './record-draft-keys.ts';

interface HiddenDraftsProps extends Partial<GoneRecordProps> {
  vehicleId: number;
  editedIds: readonly number[];
  /** The records that are shown, with their forms. */
  records: readonly { id: number }[];
  /** A record that turned out to be deleted. */
  goneId?: number | undefined;
}

/** A link to a record that has unsaved changes and is not shown. */
export function HiddenDrafts({ vehicleId, editedIds, records, goneId, onReuse, onDiscard }: HiddenDraftsProps) {
  const { t } = useTranslation('records');
  const hidden = editedIds.filter((id) => !records.some((one) => one.id === id) && hasDraft(editedRecordKey(vehicleId, id)));
  const recordId = goneId !== undefined && hidden.includes(goneId) ? goneId : hidden[0];
  useUnloadQuestion(recordId !== undefined);
  if (recordId === undefined) return null;
  if (recordId === goneId && onReuse && onDiscard) return <GoneRecord {...{ vehicleId, recordId, onReuse, onDiscard }} />;
  return (
    <p className={styles.line}>
      {t('history.draft')} <Link to={recordPath(vehicleId, recordId)}>{t('history.toDraft')}</Link>
    </p>
  );
}

interface GoneRecordProps {
  /** Called with the text, which is then discarded. */
  onReuse: (values: RecordDraft) => void;
  onDiscard: (recordId: number) => void;
}

/** The record was deleted elsewhere; its text can become a new record unless one has been begun. */
function GoneRecord({ vehicleId, recordId, onReuse, onDiscard }: GoneRecordProps & { vehicleId: number; recordId: number }) {
  const { t } = useTranslation('records');
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
