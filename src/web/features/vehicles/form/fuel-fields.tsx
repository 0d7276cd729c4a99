import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { capital } from './capital.ts';
import { fuelFieldsOf, secondFuelOf, secondFuelsOf, type VehicleDraft } from './vehicle-draft.ts';
import styles from './vehicle-form.module.css';

interface FuelFieldsProps {
  form: Pick<UseFormReturnType<VehicleDraft>, 'values' | 'getInputProps'>;
}

/** The second fuel, the tanks and the battery, as far as the fuels have them. */
export function FuelFields({ form }: FuelFieldsProps) {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);
  const shown = fuelFieldsOf(form.values);
  if (shown.length === 0) return null;
  const fuels = secondFuelsOf(form.values).map((value) => ({ value, label: capital(t(`vehicles:secondFuels.${value}`)) }));
  return (
    <fieldset className={styles.fuel}>
      <legend>{t('moreFuel.title')}</legend>
      <div className={styles.grid}>
        {shown.map((name) => (
          <div key={name} className={styles.third}>
            {name === 'secondFuelType' ? (
              <SelectField
                {...form.getInputProps(name)}
                value={secondFuelOf(form.values)}
                label={t(`moreFuel.${name}`)}
                choices={[{ value: '', label: t('moreFuel.none') }, ...fuels]}
              />
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
