import { useTranslation } from 'react-i18next';
import { updateFill } from '#contract/fills.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useEditableEntries } from '../entries-context.ts';
import type { EntryOf } from '../entry.ts';
import { EntryForm } from '../form/entry-form.tsx';
import { useEditedEntry } from '../form/use-edited-entry.ts';
import type { EditFormProps } from '../kind-parts.ts';
import { bodyOf, checkFill, draftOf } from './fill-draft.ts';
import { FillFields } from './fill-fields.tsx';

/** Shown in place of the fill's row. */
export function EditFillForm({ entry }: EditFormProps) {
  const fill = entry as EntryOf<'fill'>;
  const { vehicle, unit, currency } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'entries', 'records']);
  const format = useFormat();
  const language = useLanguage();
  const edited = useEditedEntry({
    entry: fill,
    typedOf: (one) => draftOf(one, language),
    main: 'volume',
    nameOf: () => t('entries:kind.fill'),
    validate: (draft) => checkFill(draft, unit, currency),
    bodyOf,
    choiceOf: ({ fuel, volumeUnit }) => (fuel && t(`entries:fuel.${fuel}`)) ?? (volumeUnit && t(`unitName.${volumeUnit}`)),
    update: async (changes, shown) => {
      // A price gives a total only together with the volume.
      const body = changes.pricePerUnit == null ? changes : { ...changes, volume: changes.volume ?? shown.volume };
      const result = await call(updateFill, {
        params: { vehicleId: vehicle.id, fillId: fill.id },
        body: { ...body, ...((body.total ?? body.pricePerUnit) !== undefined && { currency }) },
      });
      return result.success ? { success: true, entry: { ...result.data, kind: 'fill' } } : result;
    },
  });
  return (
    <>
      <RestoredDraft draftKey={edited.draftKey} onDiscard={edited.discard} />
      <EntryForm
        {...edited}
        label={t('editFill', { day: format.day(fill.performedOn) })}
        title={t('editFillTitle')}
        onSubmit={(confirmed) => void edited.submit(confirmed)}
        onEscape={edited.escape}
        button={t('records:form.save')}
        busy={t('records:form.saving')}
        cancel={{ text: t('records:form.cancel'), run: edited.close }}
        result={null}
      >
        <FillFields form={edited.form} isNew={false} fills={[]} />
      </EntryForm>
    </>
  );
}
