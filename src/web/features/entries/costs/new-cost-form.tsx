import { useTranslation } from 'react-i18next';
import { createCost } from '#contract/costs.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import { useEditableEntries } from '../entries-context.ts';
import { EntryForm } from '../form/entry-form.tsx';
import { useNewEntry } from '../form/use-new-entry.ts';
import type { NewFormProps } from '../kind-parts.ts';
import { costName } from '../kind-texts.ts';
import { bodyOf, checkCost, newCost } from './cost-draft.ts';
import { CostFields } from './cost-fields.tsx';

/** The form for a cost such as insurance or parking. */
export function NewCostForm({ focusRequest, onFold }: NewFormProps) {
  const { vehicle, unit, currency } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'records']);
  const isPhone = useIsBelow(PHONE);
  const vehicleId = vehicle.id;
  const entry = useNewEntry({
    ...{ kind: 'cost', main: 'total', focusRequest, fresh: newCost() },
    validate: (draft) => checkCost(draft, unit, currency),
    bodyOf,
    create: async (body, idempotencyKey) => {
      const result = await call(createCost, { params: { vehicleId }, body, idempotencyKey });
      return result.success ? { success: true, entry: { ...result.data, kind: 'cost' } } : result;
    },
  });
  const { saved } = entry;
  return (
    <>
      <RestoredDraft draftKey={entry.draftKey} onDiscard={entry.discard} />
      <EntryForm
        {...entry}
        label={t('newCost')}
        onSubmit={(confirmed) => void entry.submit(confirmed)}
        button={t('save')}
        busy={t('saving')}
        cancel={
          isPhone && onFold && !entry.isDirty ? { text: t(saved ? 'records:form.done' : 'records:form.cancel'), run: onFold } : undefined
        }
        result={saved && t('records:form.added', { name: costName(saved) })}
      >
        <CostFields form={entry.form} isNew />
      </EntryForm>
    </>
  );
}
