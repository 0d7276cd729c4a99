import type { FormErrors } from '@mantine/form';
import type { Language } from '#contract/languages.ts';
import { readingError } from '#contract/records.ts';
import type { UnitChange } from '#contract/units.ts';
import { vehicleInput } from '#contract/vehicle-input.ts';
import { fieldsOf, hasPlate, type MileageUnit, numberKindOf, type TypeField, type VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';

const COMMON = ['brand', 'model', 'year', 'color'] as const;

/** The form fields as typed; the type determines which of them are shown and sent. */
export interface VehicleDraft {
  vehicleType: VehicleType | '';
  brand: string;
  model: string;
  year: string;
  color: string;
  carType: string;
  fuelType: string;
  engineVolume: string;
  mileage: string;
  mileageUnit: MileageUnit;
  vin: string;
  hinNumber: string;
  serialNumber: string;
  /** Of a type with a VIN: the serial number is the chassis number of a vehicle without a VIN. */
  hasNoVin: boolean;
  plate: string;
}

export const EMPTY_DRAFT: VehicleDraft = {
  vehicleType: '',
  brand: '',
  model: '',
  year: '',
  color: '',
  carType: '',
  fuelType: '',
  engineVolume: '',
  mileage: '',
  mileageUnit: 'km',
  vin: '',
  hinNumber: '',
  serialNumber: '',
  hasNoVin: false,
  plate: '',
};

export const draftOf = (vehicle: Vehicle, language: Language): VehicleDraft => ({
  vehicleType: vehicle.vehicleType,
  brand: vehicle.brand,
  model: vehicle.model,
  year: String(vehicle.year),
  color: vehicle.color,
  carType: vehicle.carType ?? '',
  fuelType: vehicle.fuelType ?? '',
  engineVolume: vehicle.engineVolume === null ? '' : typedNumber(vehicle.engineVolume, language),
  mileage: vehicle.mileage === null ? '' : typedNumber(vehicle.mileage, language),
  mileageUnit: vehicle.mileageUnit ?? 'km',
  vin: vehicle.vin ?? '',
  hinNumber: vehicle.hinNumber ?? '',
  serialNumber: vehicle.serialNumber ?? '',
  hasNoVin: numberKindOf(vehicle) === 'chassis',
  plate: vehicle.plate ?? '',
});

/** Changes the type: resets the body type and, if no mileage is typed, selects the type's unit. */
export function withType(draft: VehicleDraft, vehicleType: VehicleType): VehicleDraft {
  const isCountedInHours = ['boat', 'jet_ski', 'yacht'].includes(vehicleType);
  const isUnitOpen = draft.mileage === '';
  return { ...draft, vehicleType, carType: '', mileageUnit: isUnitOpen ? (isCountedInHours ? 'h' : 'km') : draft.mileageUnit };
}

/** The fields of the type that are asked for, with the chassis number if there is no VIN. */
export const shownFieldsOf = (type: VehicleType, hasNoVin: boolean): readonly TypeField[] =>
  hasNoVin ? fieldsOf(type).map((field) => (field === 'vin' ? 'serialNumber' : field)) : fieldsOf(type);

/** The request body: only the fields that belong to the type. */
export function bodyOf(draft: VehicleDraft): Record<string, string> {
  if (draft.vehicleType === '') return {};
  const plate = hasPlate(draft.vehicleType) ? (['plate'] as const) : [];
  const own = [...COMMON, ...shownFieldsOf(draft.vehicleType, draft.hasNoVin), ...plate].map((name) => [name, draft[name]]);
  return { vehicleType: draft.vehicleType, ...Object.fromEntries(own) };
}

/** The changed fields, as sent to the server; all fields if the type changes. */
export function changesOf(draft: VehicleDraft, original: VehicleDraft): Record<string, string> {
  const body = bodyOf(draft);
  const before = bodyOf(original);
  if (body.vehicleType !== before.vehicleType) return body;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== before[name]));
}

/** The changes with the choice about the readings. With 'convert', an unedited mileage is left out: the server converts it. */
export function changesWithUnit(draft: VehicleDraft, original: VehicleDraft, unitChange: UnitChange): Record<string, string> {
  const { mileage, ...changes } = changesOf(draft, original);
  const isTyped = mileage !== undefined && draft.mileage !== original.mileage;
  return { ...changes, ...(mileage !== undefined && (isTyped || unitChange === 'relabel') && { mileage }), unitChange };
}

const checkBody = schemaResolver(vehicleInput);
/** Error keys by field; the mileage is validated by its unit. */
export function checkDraft(draft: VehicleDraft): FormErrors {
  const { mileage: _, ...errors } = checkBody(bodyOf(draft));
  const hasMileage = draft.vehicleType !== '' && fieldsOf(draft.vehicleType).includes('mileage');
  const fieldError = hasMileage ? readingError(draft.mileage, draft.mileageUnit) : undefined;
  return fieldError ? { ...errors, mileage: fieldError } : errors;
}
