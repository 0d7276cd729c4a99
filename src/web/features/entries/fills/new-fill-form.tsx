import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFill, type Fill } from '#contract/fills.ts';
import { call } from '../../../api/call.ts';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useEditableEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';
import { EntryForm } from '../form/entry-form.tsx';
import { useNewEntry } from '../form/use-new-entry.ts';
import type { NewFormProps } from '../kind-parts.ts';
import { fillTexts } from '../kind-texts.ts';
import { bodyOf, checkFill, newFill } from './fill-draft.ts';
import { FillFields } from './fill-fields.tsx';
import { latestFillsQuery } from './fills.queries.ts';
import { SavedFill } from './saved-fill.tsx';

/** The form for a new fill, with the fuel, the unit and the place of the last one. */
export function NewFillForm(props: NewFormProps) {
  const { vehicle } = useEditableEntries();
  const { data, isPending } = useQuery(latestFillsQuery(vehicle.id));
  if (isPending) return <Skeleton height={260} />;
  return <FillForm {...props} fills={data ?? []} />;
}

function FillForm({ focusRequest, onFold, fills }: NewFormProps & { fills: readonly Fill[] }) {
  const { vehicle, unit, currency, editing } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'records']);
  const vehicleId = vehicle.id;
  const entry = useNewEntry({
    ...{ kind: 'fill', main: 'volume', focusRequest, onFold, fresh: newFill(vehicle, fills) },
    validate: (draft) => checkFill(draft, unit, currency),
    bodyOf,
    create: async (body, idempotencyKey) => {
      const result = await call(createFill, { params: { vehicleId }, body: { ...body, currency }, idempotencyKey });
      return result.success ? { success: true, entry: { ...result.data, kind: 'fill' } } : result;
    },
  });
  const { form, saved } = entry;
  const last = fills.find(({ fuel }) => fuel === form.values.fuel);
  /** The saved fill after its mending. */
  const [mended, setMended] = useState<Fill>();
  const shown = saved?.kind === 'fill' ? (mended?.id === saved.id ? mended : saved) : undefined;
  function showMended(fill: Fill) {
    setMended(fill);
    editing.onSaved({ ...fill, kind: 'fill' });
  }
  return (
    <>
      <RestoredDraft draftKey={entry.draftKey} onDiscard={entry.discard} />
      <EntryForm
        {...entry}
        label={t('newFill')}
        onSubmit={(confirmed) => void entry.submit(confirmed)}
        button={t('save')}
        busy={t('saving')}
        result={shown ? <SavedFill fill={shown} onChanged={showMended} /> : last && <LastFill fill={last} />}
      >
        <FillFields form={form} isNew fills={fills} />
      </EntryForm>
    </>
  );
}

/** The last fill with the chosen fuel, to compare the new one with. */
function LastFill({ fill }: { fill: Fill }) {
  const { unit, currency } = useEditableEntries();
  const { t } = useTranslation('entryForms');
  const { t: rowText } = useTranslation(['entries', 'records', 'vehicles']);
  const format = useFormat();
  const reading = useReading();
  const { title, aside, detail } = fillTexts({ ...fill, kind: 'fill' }, { t: rowText, format, reading, unit, currency });
  return (
    // Nothing has happened that would have to be announced.
    <p className={styles.last} aria-live="off">
      <span>{t('lastTime', { day: format.day(fill.performedOn) })}</span>
      {fill.consumption && <span className={styles.figure}>{title}</span>}
      <span>{[aside, detail].filter(Boolean).join(' · ')}</span>
    </p>
  );
}
