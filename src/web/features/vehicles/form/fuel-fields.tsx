import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { capital } from './capital.ts';
import { fuelFieldsOf, secondFuelOf, secondFuelsOf, type VehicleDraft } from './vehicle-draft.ts';
import styles from './vehicle-form.module.css';

interface FuelFieldsProps {
  form: Pick<UseFormReturnType<VehicleDraft>, 'values' | 'getInputProps'>;
}

/** Whether a new vehicle is asked for a second fuel: one on gas nearly always starts on petrol; the others can get it later. */
export const hasSecondFuel = ({ fuelType, secondFuelType }: VehicleDraft): boolean => fuelType === 'gas' || secondFuelType !== '';

export function SecondFuelField({ form }: FuelFieldsProps) {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);
  const fuels = secondFuelsOf(form.values).map((value) => ({ value, label: capital(t(`vehicles:secondFuels.${value}`)) }));
  return (
    <SelectField
      {...form.getInputProps('secondFuelType')}
      value={secondFuelOf(form.values)}
      label={t('moreFuel.secondFuelType')}
      choices={[{ value: '', label: t('moreFuel.none') }, ...fuels]}
    />
  );
}

/** The second fuel, the tanks and the battery, as far as the fuels have them. */
export function FuelFields({ form }: FuelFieldsProps) {
  const { t } = useTranslation('vehicleForm');
  const shown = fuelFieldsOf(form.values);
  if (shown.length === 0) return null;
  return (
    <fieldset className={styles.fuel}>
      <legend>{t('moreFuel.title')}</legend>
      <div className={styles.grid}>
        {shown.map((name) => (
          <div key={name} className={styles.third}>
            {name === 'secondFuelType' ? (
              <SecondFuelField form={form} />
            ) : (
              <TextField
                {...form.getInputProps(name)}
                label={t(`moreFuel.${name}`)}
                inputMode="decimal"
                enterKeyHint="done"
                autoComplete="off"
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
