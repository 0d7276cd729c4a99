import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HIN_LENGTH, VIN_LENGTH } from '#contract/limits.ts';
import { normalizeHin, normalizeVin } from '#contract/vehicle-input.ts';
import {
  bodyTypesOf,
  FUEL_TYPES,
  fieldsOf,
  hasPlate,
  MILEAGE_UNITS,
  numberFieldOf,
  type TypeField,
  type VehicleType,
} from '#contract/vehicle-types.ts';
import { helpOf } from '../../../forms/help-of.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboboxField } from '../../../ui/combobox-field.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx';
import { capital } from './capital.ts';
import { cubicOf } from './engine-size.ts';
import { FuelFields, hasSecondFuel, SecondFuelField } from './fuel-fields.tsx';
import { useMakes } from './use-makes.ts';
import { shownFieldsOf, type VehicleDraft } from './vehicle-draft.ts';
import styles from './vehicle-form.module.css';
import { isVinSuspicious } from './vin.ts';

type Form = Pick<UseFormReturnType<VehicleDraft>, 'values' | 'getInputProps' | 'setFieldValue' | 'clearFieldError'>;

interface FieldsProps {
  form: Form;
  type: VehicleType;
}

interface AllFieldsProps extends FieldsProps {
  mileageHelp: ReactNode;
  isNew: boolean;
}

/** Switches between the VIN or HIN and the number of a vehicle without one. */
function NumberChoice({ form, type }: FieldsProps) {
  const { t } = useTranslation('vehicleForm');
  const { hasNoNumber } = form.values;
  const number = numberFieldOf(type);
  function toggle() {
    form.setFieldValue('hasNoNumber', !hasNoNumber);
    form.clearFieldError(hasNoNumber ? 'serialNumber' : number);
  }
  return (
    <Button look="plain" onClick={toggle}>
      {number === 'vin' ? t(hasNoNumber ? 'hasVin' : 'noVin') : t(hasNoNumber ? 'hasHin' : 'noHin')}
    </Button>
  );
}

/** The identifying number of the type, with a character count if its length is fixed. */
function NumberField({ form, type }: FieldsProps) {
  const { t } = useTranslation('vehicleForm');
  const own = shownFieldsOf(type, form.values.hasNoNumber);
  const number = numberFieldOf(type);
  const isVinType = number === 'vin';
  if (own.includes('serialNumber'))
    return (
      <div className={number === 'serialNumber' ? styles.half : styles.whole}>
        <TextField
          {...form.getInputProps('serialNumber')}
          label={t(isVinType ? 'chassisNumber' : 'serialNumber')}
          help={
            helpOf(form, 'serialNumber') ??
            (number === 'serialNumber' ? type === 'bicycle' && t('serialBicycle') : t(isVinType ? 'chassisHelp' : 'serialBoat'))
          }
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
          spellCheck={false}
        />
        {number !== 'serialNumber' && <NumberChoice form={form} type={type} />}
      </div>
    );
  const name = own.includes('vin') ? 'vin' : 'hinNumber';
  const max = name === 'vin' ? VIN_LENGTH : HIN_LENGTH;
  const typed = name === 'vin' ? normalizeVin(form.values.vin) : normalizeHin(form.values.hinNumber);
  const isDoubtful = name === 'vin' && typed.length === max && isVinSuspicious(typed);
  return (
    <div className={styles.whole}>
      <TextField
        {...form.getInputProps(name)}
        className={styles.number}
        label={t(name)}
        help={helpOf(form, name) ?? (isDoubtful ? t('vinDoubt') : t(name === 'vin' ? 'vinHelp' : 'hinHelp'))}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="next"
        spellCheck={false}
      />
      <span className={styles.count} aria-hidden="true">
        {t('count', { count: typed.length, max })}
      </span>
      <NumberChoice form={form} type={type} />
    </div>
  );
}

/** Offers the litres for a number that seems to be in cm³, as registration certificates state it. */
function CubicQuestion({ form, type }: FieldsProps) {
  const { t } = useTranslation('vehicleForm');
  const language = useLanguage();
  const { engineVolume } = form.values;
  const found = cubicOf(engineVolume, type);
  if (!found) return <div role="status" />;
  const litres = typedNumber(found.litres, language);
  function accept() {
    form.setFieldValue('engineVolume', litres);
    form.clearFieldError('engineVolume');
  }
  return (
    <div role="status">
      <Button className={styles.cubic} look="quiet" size="small" onClick={accept}>
        {t('cubic', { litres, cubic: String(found.cubic) })}
      </Button>
    </div>
  );
}

function EngineFields({ form, type, mileageHelp, isNew }: AllFieldsProps) {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);
  const bodies = bodyTypesOf(type);
  const bodyChoices = bodies.map((value) => ({ value, label: capital(t(`vehicles:bodies.${value}`)) }));
  const fuelChoices = FUEL_TYPES.map((value) => ({ value, label: capital(t(`vehicles:fuels.${value}`)) }));
  const choose = { value: '', label: t('choose') };
  const unit = (
    <select className={styles.unit} aria-label={t('mileageUnit')} {...form.getInputProps('mileageUnit', { withError: false })}>
      {MILEAGE_UNITS.map((value) => (
        <option key={value} value={value}>
          {t(`units.${value}`)}
        </option>
      ))}
    </select>
  );
  return (
    <>
      {bodies.length > 0 && (
        <div className={styles.third}>
          <SelectField
            {...form.getInputProps('carType')}
            label={t(type === 'motorcycle' ? 'motorcycleType' : 'carType')}
            choices={[choose, ...bodyChoices]}
          />
        </div>
      )}
      <div className={styles.third}>
        <SelectField {...form.getInputProps('fuelType')} label={t('fuelType')} choices={[choose, ...fuelChoices]} />
      </div>
      <div className={styles.third}>
        <TextField
          {...form.getInputProps('engineVolume')}
          label={t('engineVolume')}
          help={helpOf(form, 'engineVolume') ?? t('engineHelp')}
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
        />
        <CubicQuestion form={form} type={type} />
      </div>
      {isNew && hasSecondFuel(form.values) && (
        <div className={styles.half}>
          <SecondFuelField form={form} />
        </div>
      )}
      <div className={bodies.length > 0 ? styles.half : styles.third}>
        <TextField
          {...form.getInputProps('mileage')}
          className={styles.withUnit}
          label={t(form.values.mileageUnit === 'h' ? 'hours' : 'mileage')}
          inputMode={form.values.mileageUnit === 'h' ? 'decimal' : 'numeric'}
          enterKeyHint="next"
          autoComplete="off"
          rightSection={unit}
          help={helpOf(form, 'mileage') ?? mileageHelp}
        />
      </div>
    </>
  );
}

/** Step two: only the fields that belong to the type. */
export function VehicleFields({ form, type, mileageHelp, isNew }: AllFieldsProps) {
  const { t } = useTranslation('vehicleForm');
  const { makes, models } = useMakes(type, form.values.brand);
  const has = (field: TypeField) => fieldsOf(type).includes(field);
  return (
    <div className={styles.grid}>
      <div className={styles.third}>
        <ComboboxField
          {...form.getInputProps('brand')}
          value={form.values.brand}
          suggestions={makes}
          label={t('brand')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </div>
      <div className={styles.model}>
        <ComboboxField
          {...form.getInputProps('model')}
          value={form.values.model}
          suggestions={models}
          label={t('model')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </div>
      <div className={styles.quarter}>
        <TextField {...form.getInputProps('year')} label={t('year')} inputMode="numeric" enterKeyHint="next" autoComplete="off" />
      </div>
      <NumberField form={form} type={type} />
      {has('fuelType') && <EngineFields form={form} type={type} mileageHelp={mileageHelp} isNew={isNew} />}
      {hasPlate(type) && (
        <div className={styles.half}>
          <TextField
            {...form.getInputProps('plate')}
            label={t('plate')}
            isOptional
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="next"
            spellCheck={false}
          />
        </div>
      )}
      <div className={styles.half}>
        <TextField
          {...form.getInputProps('color')}
          label={t('color')}
          placeholder={t('colorHint')}
          enterKeyHint="done"
          autoComplete="off"
        />
      </div>
      {!isNew && has('fuelType') && <FuelFields form={form} />}
      {!isNew && type !== 'bicycle' && (
        <div className={styles.half}>
          <TextField
            {...form.getInputProps('yearlyDistance')}
            label={t(`yearlyDistance.${form.values.mileageUnit}`)}
            help={helpOf(form, 'yearlyDistance') ?? t('yearlyDistance.help')}
            isOptional
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
          />
        </div>
      )}
      {!isNew && (
        <div className={styles.whole}>
          <CheckField {...form.getInputProps('isPaused', { type: 'checkbox' })} label={t('isPaused')} />
        </div>
      )}
    </div>
  );
}
