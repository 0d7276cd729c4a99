import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { completePlanLine, EXTRA, type OccurrenceChoices, type PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useAttemptKey } from '../../api/attempt-key.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { OccurrenceChoice } from '../../forms/occurrence-choice.tsx';
import { submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { typedNumber } from '../../i18n/typed-number.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { newWorkPath } from '../../vehicle-paths.ts';
import styles from './plan-form.module.css';

interface DoneFormProps {
  vehicle: Vehicle;
  line: PlanLine;
  onDone: (done: { data: PlanLine; completionId: number }) => void;
  onClose: () => void;
}

/** When and at which reading a line was done. Asks which date is meant if the server does. */
export function DoneForm({ vehicle, line, onDone, onClose }: DoneFormProps) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  const isByDistance = line.everyDistance !== null || line.dueAt !== null;
  const attempt = useAttemptKey();
  const [choices, setChoices] = useState<OccurrenceChoices['choices']>();
  const { form, isSending, failure, showFailure, submit } = useSubmitForm({
    name: `done-${line.id}`,
    initialValues: {
      performedOn: localDay(),
      reading: isByDistance && vehicle.reading ? typedNumber(vehicle.reading, language) : '',
      occurrence: '',
    },
    validate: ({ reading }) => (isByDistance && reading.trim() === '' ? { reading: 'validation.required' } : {}),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => form.getInputNode(isByDistance ? 'reading' : 'performedOn')?.focus(), []);

  const save = ({ performedOn, reading, occurrence }: { performedOn: string; reading: string; occurrence: string }) =>
    submit(async () => {
      const typed = isByDistance && unit !== 'year' ? { reading, readingUnit: unit } : {};
      const body = { performedOn, ...typed, ask: true, ...(occurrence && { occurrence }) };
      const idempotencyKey = attempt.keyOf(JSON.stringify(body));
      const result = await call(completePlanLine, { params: { vehicleId: vehicle.id, lineId: line.id }, body, idempotencyKey });
      if (result.success) {
        attempt.finish();
        onDone(result);
        onClose();
        return undefined;
      }
      if (result.code !== 'planApi.whichOccurrence') return result;
      const asked = (result.data as OccurrenceChoices).choices;
      setChoices(asked);
      form.setFieldValue('occurrence', asked[0]?.occurrence ?? EXTRA);
      showFailure(undefined);
      return undefined;
    });

  function forget() {
    setChoices(undefined);
    form.setFieldValue('occurrence', '');
  }
  const day = form.getInputProps('performedOn');
  return (
    <form
      className={styles.form}
      aria-label={t('doneForm.title', { name: line.title })}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onSubmit={submitHandler(form, (draft) => void save(draft))}
    >
      <FailureNotice failure={failure} />
      <TextField
        {...day}
        type="date"
        max={localDay()}
        label={t('doneForm.day')}
        onChange={(event) => {
          forget();
          day.onChange(event);
        }}
      />
      {isByDistance && unit !== 'year' && (
        <TextField
          {...form.getInputProps('reading')}
          autoComplete="off"
          inputMode={unit === 'h' ? 'decimal' : 'numeric'}
          label={t(`doneForm.reading.${unit}`)}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {choices && (
        <OccurrenceChoice
          choices={choices}
          unit={unit}
          value={form.values.occurrence}
          onChange={(occurrence) => form.setFieldValue('occurrence', occurrence)}
        />
      )}
      {line.kind === 'maintenance' && (
        <p className={styles.help}>
          {t('doneForm.note')} <Link to={newWorkPath(vehicle.id, line.works[0] ?? line.title)}>{t('doneForm.record')}</Link>
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" icon="stamp" isBusy={isSending} busyText={t('doneForm.busy')}>
          {t('doneForm.submit')}
        </Button>
        <Button look="plain" onClick={onClose} isPaused={isSending}>
          {t('doneForm.cancel')}
        </Button>
      </div>
    </form>
  );
}
