import { useTranslation } from 'react-i18next';
import { updateRecord } from '#contract/records.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { useEditableEntries } from '../entries-context.ts';
import type { EntryOf } from '../entry.ts';
import { useEditedEntry } from '../form/use-edited-entry.ts';
import type { EditFormProps } from '../kind-parts.ts';
import { workName } from '../kind-texts.ts';
import { bodyOf, checkDraft, draftOf } from './record-draft.ts';
import styles from './record-form.module.css';
import { RecordForm } from './record-form.tsx';
import { useYearOfDate } from './use-year-of-date.ts';

/** Shown in place of the record's row. */
export function EditRecordForm({ entry }: EditFormProps) {
  const record = entry as EntryOf<'work'>;
  const { vehicle, unit, currency } = useEditableEntries();
  const { t } = useTranslation('records');
  const format = useFormat();
  const language = useLanguage();
  const edited = useEditedEntry({
    entry: record,
    typedOf: (one) => draftOf(one, unit, language),
    main: 'operationName',
    nameOf: workName,
    validate: (draft) => checkDraft(draft, unit, currency),
    bodyOf,
    update: async (body) => {
      const result = await call(updateRecord, {
        params: { vehicleId: vehicle.id, recordId: record.id },
        body: { ...body, ...(body.price !== undefined && { currency }) },
      });
      return result.success ? { success: true, entry: result.data } : result;
    },
  });
  useYearOfDate(edited.form, unit);
  return (
    <>
      <RestoredDraft draftKey={edited.draftKey} onDiscard={edited.discard} />
      <RecordForm
        label={t('form.editLabel', { name: record.operationName, day: format.day(record.performedOn) })}
        title={t('form.editTitle')}
        form={edited.form}
        failure={edited.failure}
        doubt={edited.doubt}
        onSubmit={() => void edited.submit()}
        onConfirm={(values) => void edited.submit(values)}
        onEscape={edited.escape}
      >
        <div className={styles.buttons}>
          <Button type="submit" isWide isBusy={edited.isSending} busyText={t('form.saving')}>
            {t('form.save')}
          </Button>
        </div>
        <Button className={styles.cancel} look="plain" onClick={edited.close} isPaused={edited.isSending}>
          {t('form.cancel')}
        </Button>
      </RecordForm>
    </>
  );
}
