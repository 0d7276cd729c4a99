import { useTranslation } from 'react-i18next';
import { updateCost } from '#contract/costs.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useEditableEntries } from '../entries-context.ts';
import type { EntryOf } from '../entry.ts';
import { EntryForm } from '../form/entry-form.tsx';
import { useEditedEntry } from '../form/use-edited-entry.ts';
import type { EditFormProps } from '../kind-parts.ts';
import { costName } from '../kind-texts.ts';
import { bodyOf, checkCost, draftOf } from './cost-draft.ts';
import { CostFields } from './cost-fields.tsx';

/** Shown in place of the cost's row. */
export function EditCostForm({ entry }: EditFormProps) {
  const cost = entry as EntryOf<'cost'>;
  const { vehicle, unit, currency } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'entries', 'records']);
  const format = useFormat();
  const language = useLanguage();
  const edited = useEditedEntry({
    entry: cost,
    typedOf: (one) => draftOf(one, language),
    main: 'total',
    nameOf: costName,
    validate: (draft) => checkCost(draft, unit, currency),
    bodyOf,
    choiceOf: ({ category, refundOf, quantityUnit }) =>
      (category && t(`entries:category.${category}`)) ??
      (refundOf && t(`entries:refundedName.${refundOf}`)) ??
      (quantityUnit && t(`unitName.${quantityUnit}`)),
    update: async (body) => {
      const result = await call(updateCost, {
        params: { vehicleId: vehicle.id, costId: cost.id },
        body: { ...body, ...(body.total !== undefined && { currency }) },
      });
      return result.success ? { success: true, entry: { ...result.data, kind: 'cost' } } : result;
    },
  });
  return (
    <>
      <RestoredDraft draftKey={edited.draftKey} onDiscard={edited.discard} />
      <EntryForm
        {...edited}
        label={t('editCost', { title: cost.title, day: format.day(cost.performedOn) })}
        title={t('editCostTitle')}
        onSubmit={(confirmed) => void edited.submit(confirmed)}
        onEscape={edited.escape}
        button={t('records:form.save')}
        busy={t('records:form.saving')}
        cancel={{ text: t('records:form.cancel'), run: edited.close }}
        result={null}
      >
        <CostFields form={edited.form} isNew={false} />
      </EntryForm>
    </>
  );
}
