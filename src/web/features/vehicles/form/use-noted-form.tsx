import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fuel } from '#contract/fuels.ts';
import type { BodyType, FuelType, MileageUnit } from '#contract/vehicle-types.ts';
import type { useChangedMeanwhile } from '../../../forms/use-changed-meanwhile.tsx';
import type { VehicleDraft } from './vehicle-draft.ts';

type Form = UseFormReturnType<VehicleDraft>;
type Field = keyof VehicleDraft;
type NoteOf = ReturnType<typeof useChangedMeanwhile<VehicleDraft>>['noteOf'];

/** The form with what another tab has saved as `help` in the input props; that of the unit stands at the mileage. */
export function useNotedForm(form: Form, noteOf: NoteOf): Form {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);

  function wordsOf(field: Field, value: string | boolean): string {
    if (value === '') return '—';
    if (typeof value === 'boolean') return value ? '✓' : '—';
    if (field === 'carType') return t(`vehicles:bodies.${value as BodyType}`);
    if (field === 'fuelType') return t(`vehicles:fuels.${value as FuelType}`);
    if (field === 'secondFuelType') return t(`vehicles:secondFuels.${value as Fuel}`);
    return field === 'mileageUnit' ? t(`units.${value as MileageUnit}`) : value;
  }
  const helpAt = (field: Field): ReactNode => noteOf(field, (value) => wordsOf(field, value));
  const getInputProps: Form['getInputProps'] = (path, options) => {
    const props = form.getInputProps(path, options);
    const field = path as Field;
    if (field === 'mileageUnit') return props;
    const unit = field === 'mileage' ? helpAt('mileageUnit') : undefined;
    const own = helpAt(field);
    const both = (
      <>
        {own}
        {unit}
      </>
    );
    return Object.assign(props, { help: own && unit ? both : (own ?? unit) });
  };
  return { ...form, getInputProps };
}
