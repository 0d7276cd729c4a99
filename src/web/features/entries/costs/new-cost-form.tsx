import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type Cost, createCost } from '#contract/costs.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { localDay } from '../../../local-day.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useEditableEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';
import { EntryForm } from '../form/entry-form.tsx';
import { useFulfilledLines } from '../form/use-fulfilled-lines.tsx';
import { useNewEntry } from '../form/use-new-entry.ts';
import type { NewFormProps } from '../kind-parts.ts';
import { costName } from '../kind-texts.ts';
import { bodyOf, checkCost, newCost } from './cost-draft.ts';
import { CostFields } from './cost-fields.tsx';
import { latestCostsQuery } from './costs.queries.ts';
import { yearlyDue } from './yearly-costs.ts';

/** The form for a cost such as insurance or parking; it offers the yearly ones that were paid a year ago. */
export function NewCostForm(props: NewFormProps) {
  const { vehicle } = useEditableEntries();
  const { data, isPending } = useQuery(latestCostsQuery(vehicle.id));
  if (isPending) return <Skeleton height={260} />;
  return <CostForm {...props} costs={data ?? []} />;
}

function CostForm({ focusRequest, onFold, costs }: NewFormProps & { costs: readonly Cost[] }) {
  const { vehicle, unit, currency } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'entries', 'records']);
  const language = useLanguage();
  const format = useFormat();
  const vehicleId = vehicle.id;
  const entry = useNewEntry({
    ...{ kind: 'cost', main: 'total', focusRequest, onFold, fresh: newCost((category) => t(`entries:category.${category}`)) },
    validate: (draft) => checkCost(draft, unit, currency),
    bodyOf,
    create: async (body, idempotencyKey) => {
      const result = await call(createCost, { params: { vehicleId }, body: { ...body, currency }, idempotencyKey });
      if (result.success) stamp(result.data.id);
      return result.success ? { success: true, entry: { ...result.data, kind: 'cost' } } : result;
    },
  });
  const { saved, form } = entry;
  const due = yearlyDue(costs, localDay());
  function repeat({ category, title, ...paid }: Cost) {
    // An amount in another currency is not filled in.
    const total = paid.currency === currency ? typedNumber(paid.total, language, { decimals: 2 }) : '';
    // The field selects its text when it gets the focus.
    flushSync(() => form.setValues({ category, title, total }));
    form.getInputNode('total')?.focus();
  }
  const { ticks, stamp, question } = useFulfilledLines(vehicleId, {
    name: form.values.title,
    hasReading: form.values.reading.trim() !== '',
    unit,
  });
  return (
    <>
      <RestoredDraft draftKey={entry.draftKey} onDiscard={entry.discard} />
      <EntryForm
        {...entry}
        label={t('newCost')}
        onSubmit={(confirmed) => void entry.submit(confirmed)}
        button={t('save')}
        busy={t('saving')}
        result={saved && t('records:form.added', { name: costName(saved) })}
      >
        {due.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
          <div role="group" className={styles.yearly} aria-label={t('yearly')}>
            <span>{t('yearly')}</span>
            {due.map((cost) => (
              <Button key={cost.id} look="quiet" size="small" onClick={() => repeat(cost)}>
                {t('yearlyCost', {
                  title: cost.title,
                  total: format.money(cost.total, cost.currency),
                  day: format.day(cost.performedOn),
                })}
              </Button>
            ))}
          </div>
        )}
        <CostFields form={form} isNew />
        {ticks}
      </EntryForm>
      {question}
    </>
  );
}
