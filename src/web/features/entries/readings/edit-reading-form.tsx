import { useTranslation } from 'react-i18next';
import { updateReading } from '#contract/readings.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useEditableEntries } from '../entries-context.ts';
import type { EntryOf } from '../entry.ts';
import { EntryForm } from '../form/entry-form.tsx';
import { useEditedEntry } from '../form/use-edited-entry.ts';
import type { EditFormProps } from '../kind-parts.ts';
import { kindKey } from '../kind-texts.ts';
import { bodyOf, checkReading, draftOf } from './reading-draft.ts';
import { ReadingFields, replaceOdometer } from './reading-fields.tsx';

/** Shown in place of the reading's row. */
export function EditReadingForm({ entry }: EditFormProps) {
  const stored = entry as EntryOf<'reading'>;
  const { vehicle, unit } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'entries', 'records']);
  const format = useFormat();
  const language = useLanguage();
  const edited = useEditedEntry({
    entry: stored,
    typedOf: (one) => draftOf(one, language),
    main: 'reading',
    nameOf: () => t(kindKey('reading', unit)),
    validate: (draft) => checkReading(draft, unit),
    bodyOf,
    update: async (body) => {
      const result = await call(updateReading, { params: { vehicleId: vehicle.id, readingId: stored.id }, body });
      return result.success ? { success: true, entry: { ...result.data, kind: 'reading' } } : result;
    },
  });
  const { form } = edited;
  return (
    <>
      <RestoredDraft draftKey={edited.draftKey} onDiscard={edited.discard} />
      <EntryForm
        {...edited}
        label={t('editReading', { day: format.day(stored.performedOn) })}
        title={t('editReadingTitle')}
        onReplaced={() => replaceOdometer(form)}
        onSubmit={(confirmed) => void edited.submit(confirmed)}
        onEscape={edited.escape}
        button={t('records:form.save')}
        busy={t('records:form.saving')}
        cancel={{ text: t('records:form.cancel'), run: edited.close }}
        result={null}
      >
        <ReadingFields form={form} isNew={false} />
      </EntryForm>
    </>
  );
}
