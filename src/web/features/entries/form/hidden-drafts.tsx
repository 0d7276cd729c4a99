import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasDraft } from '../../../forms/drafts.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { recordPath } from '../../../vehicle-paths.ts';
import styles from '../list/history-line.module.css';
import { editedRecordKey } from './record-draft-keys.ts';

interface HiddenDraftsProps {
  vehicleId: number;
  editedIds: readonly number[];
  /** The records that are shown, with their forms. */
  records: readonly { id: number }[];
}

/** A link to a record that has unsaved changes and is not shown. */
export function HiddenDrafts({ vehicleId, editedIds, records }: HiddenDraftsProps) {
  const { t } = useTranslation('records');
  const recordId = editedIds.find((id) => !records.some((one) => one.id === id) && hasDraft(editedRecordKey(vehicleId, id)));
  useUnloadQuestion(recordId !== undefined);
  if (recordId === undefined) return null;
  return (
    <p className={styles.line}>
      {t('history.draft')} <Link to={recordPath(vehicleId, recordId)}>{t('history.toDraft')}</Link>
    </p>
  );
}
