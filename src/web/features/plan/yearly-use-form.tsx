import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vehicleInput } from '#contract/vehicle-input.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import { updateVehicle, type Vehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { afterVehicleWrite } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { typedNumber } from '../../i18n/typed-number.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './plan-form.module.css';

const field = vehicleInput.shape.yearlyDistance;

/** How far or how long the vehicle is used in a year; empty if its owner does not say. */
export function YearlyUseForm({ vehicle, unit, onClose }: { vehicle: Vehicle; unit: MileageUnit; onClose: () => void }) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const client = useQueryClient();
  const [seen, setSeen] = useState(vehicle.yearlyDistance);
  const typed = (value: number | null) => ({ yearlyDistance: value === null ? '' : typedNumber(value, language) });
  const { form, isSending, failure, submit } = useSubmitForm({
    name: `yearly-use-${vehicle.id}`,
    initialValues: typed(seen),
    validate: { yearlyDistance: (value) => field.safeParse(value.trim()).error?.issues[0]?.message },
  });
  const meanwhile = useChangedMeanwhile(form);
  const save = (value: string) =>
    submit(async () => {
      const body = { yearlyDistance: value.trim(), seen: { yearlyDistance: seen } };
      const result = await call(updateVehicle, { params: { vehicleId: vehicle.id }, query: {}, body });
      if (!result.success) {
        if (result.code === 'api.changed') {
          const { yearlyDistance: stored } = result.data as Pick<Vehicle, 'yearlyDistance'>;
          meanwhile.takeOver(typed(stored));
          setSeen(stored);
        }
        return result;
      }
      await afterVehicleWrite(client, vehicle.id);
      onClose();
      return undefined;
    });
  return (
    <form
      className={styles.form}
      aria-label={t('use.title')}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onSubmit={submitHandler(form, (values) => void save(values.yearlyDistance))}
    >
      <FailureNotice failure={failure} />
      <TextField
        {...form.getInputProps('yearlyDistance')}
        label={t(`use.field.${unit}`)}
        help={meanwhile.noteOf('yearlyDistance', (saved) => saved || '—')}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        autoFocus
      />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isSending} busyText={t('use.busy')}>
          {t('use.save')}
        </Button>
        <Button look="plain" onClick={onClose} isPaused={isSending}>
          {t('use.cancel')}
        </Button>
      </div>
    </form>
  );
}
