import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPlanLine, type PlanLine, updatePlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { type Attempt, useAttemptKey } from '../../api/attempt-key.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { afterPlanWrite } from '../../api/plan.queries.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../forms/drafts.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { RestoredDraft } from '../../forms/restored-draft.tsx';
import { fieldErrors, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useUnloadQuestion } from '../../forms/use-unload-question.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { bodyOf, checkLine, draftOf, isSameLine, type LineDraft, NEW_LINE, withEvery } from './line-draft.ts';
import { LineFields } from './line-fields.tsx';
import { planDraftsKey } from './plan-drafts.ts';
import styles from './plan-form.module.css';

interface LineFormProps {
  vehicle: Vehicle;
  currency: Currency;
  /** undefined for a new line. */
  line: PlanLine | undefined;
  onClose: () => void;
}

/** A line without any rule is told at the interval. */
const errorsOf = ({ code, errors }: CallFailure) => (code === 'planApi.noRule' ? { every: code } : withEvery(fieldErrors(errors)));

/** The form for a line of the plan. */
export function LineForm({ vehicle, currency, line, onClose }: LineFormProps) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const client = useQueryClient();
  const draftKey = `${planDraftsKey(vehicle.id)}${line?.id ?? 'new'}`;
  const [fresh] = useState(() => (line ? draftOf(line, language) : NEW_LINE));
  const [stored] = useState(() =>
    readDraft<{ values: LineDraft; attempt: Attempt | undefined }>(draftKey, { values: fresh, attempt: undefined }),
  );
  const attempt = useAttemptKey(stored?.attempt);
  const { form, isSending, failure, submit } = useSubmitForm<LineDraft>({
    name: `plan-${vehicle.id}-${line?.id ?? 'new'}`,
    initialValues: stored?.values ?? fresh,
    validate: (draft) => checkLine(draft, currency),
  });
  const isDirty = !isSameLine(form.values, fresh);
  useStoredDraft(draftKey, isDirty ? { values: form.values, attempt: attempt.current() } : undefined);
  useUnloadQuestion(isDirty);
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);

  function close() {
    writeDraft(draftKey, undefined);
    onClose();
  }
  const save = (draft: LineDraft) =>
    submit(async () => {
      const body = { ...bodyOf(draft), readingUnit: unit };
      const vehicleId = vehicle.id;
      // Before the first await, so that the draft is stored with the key.
      const idempotencyKey = attempt.keyOf(JSON.stringify(body));
      const result = line
        ? await call(updatePlanLine, { params: { vehicleId, lineId: line.id }, body })
        : await call(createPlanLine, { params: { vehicleId }, body, idempotencyKey });
      if (!result.success) return result;
      attempt.finish();
      await afterPlanWrite(client, vehicleId);
      close();
      return undefined;
    }, errorsOf);

  return (
    <form
      className={styles.form}
      aria-label={line ? t('editLine', { name: line.title }) : t('newLine')}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && !isDirty && close()}
      onSubmit={submitHandler(form, (draft) => void save(draft))}
    >
      <RestoredDraft draftKey={draftKey} onDiscard={() => form.setValues(fresh)} />
      <FailureNotice failure={failure} />
      <LineFields form={form} unit={unit} currency={currency} />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isSending} busyText={t('form.saving')}>
          {t(line ? 'form.save' : 'form.create')}
        </Button>
        <Button look="plain" onClick={close} isPaused={isSending}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}
