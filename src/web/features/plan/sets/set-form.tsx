import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPlanLines, type PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { type Attempt, useAttemptKey } from '../../../api/attempt-key.ts';
import { call } from '../../../api/call.ts';
import { afterPlanWrite } from '../../../api/plan.queries.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { FailureNotice } from '../../../forms/failure-notice.tsx';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { fieldErrors, submitHandler } from '../../../forms/schema-form.ts';
import { useSubmitForm } from '../../../forms/use-submit-form.ts';
import { useUnloadQuestion } from '../../../forms/use-unload-question.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { showToast } from '../../../ui/toast.ts';
import { planDraftsKey } from '../plan-drafts.ts';
import { type BoatEngine, type SetLine, setOf } from './plan-sets.ts';
import { atFields, bodiesOf, checkSet, pickedOf, type SetDraft, ticked } from './set-draft.ts';
import styles from './set-form.module.css';
import { SetLines } from './set-lines.tsx';

interface SetFormProps {
  vehicle: Vehicle;
  /** What the plan has already. */
  plan: readonly PlanLine[];
  onClose: () => void;
}

const ENGINES = ['outboard', 'inboard'] as const;

const isSame = (a: SetDraft, b: SetDraft): boolean => JSON.stringify(a) === JSON.stringify(b);
const namesOf = ({ lines }: SetDraft): string => lines.map(({ name }) => name).join();

/** A set of lines for the vehicle's type and fuel: a person ticks those wanted and changes their numbers. */
export function SetForm({ vehicle, plan, onClose }: SetFormProps) {
  const { t } = useTranslation(['planSets', 'plan']);
  const language = useLanguage();
  const client = useQueryClient();
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  const draftOf = (engine: BoatEngine): SetDraft => {
    const titleOf = ({ name }: SetLine): string => t(`lines.${name}`);
    return { engine, lines: pickedOf(setOf(vehicle, engine), { titleOf, plan, unit, language }) };
  };
  const draftKey = `${planDraftsKey(vehicle.id)}set`;
  const [stored] = useState(() => readDraft<{ values: SetDraft; attempt: Attempt | undefined }>(draftKey));
  // Another type of vehicle, or another release, has other lines.
  const isKept = stored && namesOf(stored.values) === namesOf(draftOf(stored.values.engine));
  const [fresh, setFresh] = useState(() => draftOf(isKept ? stored.values.engine : 'outboard'));
  const attempt = useAttemptKey(isKept ? stored.attempt : undefined);
  const { form, isSending, failure, submit } = useSubmitForm<SetDraft>({
    name: `plan-set-${vehicle.id}`,
    initialValues: isKept ? stored.values : fresh,
    validate: checkSet,
  });
  const isDirty = !isSame(form.values, fresh);
  useStoredDraft(draftKey, isDirty ? { values: form.values, attempt: attempt.current() } : undefined);
  useUnloadQuestion(isDirty);
  const count = ticked(form.values).length;

  function take(engine: BoatEngine) {
    const next = draftOf(engine);
    setFresh(next);
    form.setValues(next);
    form.clearErrors();
  }
  function close() {
    writeDraft(draftKey, undefined);
    onClose();
  }
  const save = (draft: SetDraft) =>
    submit(
      async () => {
        const body = { lines: bodiesOf(draft).map((line) => ({ ...line, readingUnit: unit })) };
        const idempotencyKey = attempt.keyOf(JSON.stringify(body));
        const result = await call(createPlanLines, { params: { vehicleId: vehicle.id }, body, idempotencyKey });
        if (!result.success) return result;
        attempt.finish();
        await afterPlanWrite(client, vehicle.id);
        showToast({ text: t('added', { count: body.lines.length }) });
        close();
        return undefined;
      },
      ({ errors }) => atFields(draft, fieldErrors(errors)),
    );

  if (form.values.lines.length === 0) return <p className={styles.all}>{t('all')}</p>;
  return (
    <form className={styles.form} aria-label={t('title')} noValidate onSubmit={submitHandler(form, (draft) => void save(draft))}>
      <div>
        {plan.length === 0 && <h3>{t('plan:empty.title')}</h3>}
        <p>{t('intro')}</p>
      </div>
      <RestoredDraft draftKey={draftKey} onDiscard={() => form.setValues(fresh)} />
      <FailureNotice failure={failure} />
      {vehicle.vehicleType === 'boat' && (
        <SelectField
          label={t('engine')}
          value={form.values.engine}
          onChange={(event) => take(event.currentTarget.value as BoatEngine)}
          choices={ENGINES.map((value) => ({ value, label: t(`engines.${value}`) }))}
        />
      )}
      <SetLines form={form} set={setOf(vehicle, form.values.engine)} unit={unit} />
      <p className={styles.soft}>
        {t('from')} {t('sources')}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={count === 0} isBusy={isSending} busyText={t('busy')}>
          {count === 0 ? t('none') : t('add', { count })}
        </Button>
        {plan.length > 0 && (
          <Button look="plain" onClick={close} isPaused={isSending}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
