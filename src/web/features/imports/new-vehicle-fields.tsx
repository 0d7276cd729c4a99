import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedVehicle } from '#contract/imports.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { ALL_BODY_TYPES, bodyTypesOf, FUEL_TYPES, MILEAGE_UNITS, type VehicleType } from '#contract/vehicle-types.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import styles from './import.module.css';

const TEXTS = ['brand', 'model', 'year', 'color', 'engineVolume', 'mileage', 'vin', 'hinNumber', 'serialNumber', 'plate'] as const;
const CHOICES = ['vehicleType', 'carType', 'fuelType', 'mileageUnit'] as const;
/** In the order of the form of a vehicle. */
const ORDER = [...CHOICES.slice(0, 1), 'brand', 'model', 'year', ...CHOICES.slice(1), ...TEXTS.slice(3)] as const;
type Field = (typeof TEXTS)[number] | (typeof CHOICES)[number];

interface NewVehicleFieldsProps {
  vehicle: ImportedVehicle;
  isBusy: boolean;
  onSave: (fields: Record<string, string>) => void;
}

/** What the file does not say about a new vehicle. The type is asked first, because the other fields depend on it. */
export function NewVehicleFields({ vehicle: { name, missing }, isBusy, onSave }: NewVehicleFieldsProps) {
  const { t } = useTranslation('imports');
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const errors = new Map(missing.map(({ field, code }) => [field, code]));
  const fields = ORDER.filter((field) => errors.has(field));
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(Object.fromEntries(fields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : []))));
  };
  return (
    <form className={styles.missing} aria-label={t('newVehicle.title', { name })} onSubmit={save} noValidate>
      <p className={styles.help}>{t('newVehicle.text')}</p>
      <div className={styles.columns}>
        {fields.map((field) => (
          <MissingField
            key={field}
            field={field}
            type={typed.vehicleType as VehicleType | undefined}
            value={typed[field] ?? ''}
            // An empty field is no mistake yet.
            error={typed[field] ? errors.get(field) : undefined}
            onChange={(value) => setTyped((before) => ({ ...before, [field]: value }))}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button type="submit" look="quiet" isBusy={isBusy} disabled={fields.every((field) => !typed[field])}>
          {t('newVehicle.save')}
        </Button>
      </div>
    </form>
  );
}

interface MissingFieldProps {
  field: Field;
  type: VehicleType | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function MissingField({ field, type, value, error, onChange }: MissingFieldProps) {
  const { t } = useTranslation(['vehicleForm', 'imports', 'vehicles']);
  const label = field === 'vehicleType' ? t('imports:newVehicle.vehicleType') : t(field);
  const choices = {
    vehicleType: () => VEHICLE_TYPES.map((of) => ({ value: of, label: t(`vehicles:types.${of}`) })),
    carType: () => (type ? bodyTypesOf(type) : ALL_BODY_TYPES).map((of) => ({ value: of, label: t(`vehicles:bodies.${of}`) })),
    fuelType: () => FUEL_TYPES.map((of) => ({ value: of, label: t(`vehicles:fuels.${of}`) })),
    mileageUnit: () => MILEAGE_UNITS.map((of) => ({ value: of, label: t(`units.${of}`) })),
  };
  const list = field in choices ? choices[field as keyof typeof choices]() : undefined;
  if (!list) return <TextField label={label} value={value} error={error} onChange={({ target }) => onChange(target.value)} />;
  return (
    <SelectField
      label={label}
      choices={[{ value: '', label: t('choose') }, ...list]}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
