import { useTranslation } from 'react-i18next';
import { createReading } from '#contract/readings.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useReading } from '../../../i18n/use-reading.ts';
import { useEditableEntries } from '../entries-context.ts';
import { EntryForm } from '../form/entry-form.tsx';
import { useNewEntry } from '../form/use-new-entry.ts';
import type { NewFormProps } from '../kind-parts.ts';
import { bodyOf, checkReading, newReading } from './reading-draft.ts';
import { ReadingFields, replaceOdometer } from './reading-fields.tsx';

/** The form for a reading alone. */
export function NewReadingForm({ focusRequest, onFold }: NewFormProps) {
  const { vehicle, unit } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'records']);
  const readingText = useReading();
  const vehicleId = vehicle.id;
  const entry = useNewEntry({
    ...{ kind: 'reading', main: 'reading', focusRequest, onFold, fresh: newReading() },
    validate: (draft) => checkReading(draft, unit),
    bodyOf,
    create: async (body, idempotencyKey) => {
      const result = await call(createReading, { params: { vehicleId }, body, idempotencyKey });
      return result.success ? { success: true, entry: { ...result.data, kind: 'reading' } } : result;
    },
  });
  const { form, saved } = entry;
  return (
    <>
      <RestoredDraft draftKey={entry.draftKey} onDiscard={entry.discard} />
      <EntryForm
        {...entry}
        label={t('newReading')}
        onReplaced={() => replaceOdometer(form)}
        onSubmit={(confirmed) => void entry.submit(confirmed)}
        button={t('save')}
        busy={t('saving')}
        result={saved?.reading && t('records:form.added', { name: readingText(saved.reading, unit) })}
      >
        <ReadingFields form={form} isNew />
      </EntryForm>
    </>
  );
}
