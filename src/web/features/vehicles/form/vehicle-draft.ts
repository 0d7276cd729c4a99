import type { FormErrors } from '@mantine/form';
import { FUELS, type Fuel, fuelsOf } from '#contract/fuels.ts';
import type { Language } from '#contract/languages.ts';
import { readingError } from '#contract/records.ts';
import type { UnitChange } from '#contract/units.ts';
import { FUEL_FIELDS, vehicleInput } from '#contract/vehicle-input.ts';
import {
  type FuelType,
  fieldsOf,
  hasEngine,
  hasPlate,
  type MileageUnit,
  numberFieldOf,
  numberKindOf,
  type TypeField,
  type VehicleType,
} from '#contract/vehicle-types.ts';
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
  /** Of a type with a VIN or HIN: this vehicle has none, but a chassis or serial number. */
  hasNoNumber: boolean;
  plate: string;
  secondFuelType: string;
  tankVolume: string;
  secondTankVolume: string;
  batteryCapacity: string;
  yearlyDistance: string;
  isPaused: boolean;
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
  hasNoNumber: false,
  plate: '',
  secondFuelType: '',
  tankVolume: '',
  secondTankVolume: '',
  batteryCapacity: '',
  yearlyDistance: '',
  isPaused: false,
};

const typed = (value: number | null, language: Language): string => (value === null ? '' : typedNumber(value, language));

/** What the form can change of a vehicle. */
export type VehicleValues = Pick<Vehicle, keyof VehicleDraft & keyof Vehicle>;

export const valuesOf = (vehicle: Vehicle): VehicleValues =>
  Object.fromEntries(Object.entries(vehicle).filter(([name]) => name in EMPTY_DRAFT)) as unknown as VehicleValues;

export const draftOf = (vehicle: VehicleValues, language: Language): VehicleDraft => ({
  vehicleType: vehicle.vehicleType,
  brand: vehicle.brand,
  model: vehicle.model,
  year: String(vehicle.year),
  color: vehicle.color,
  carType: vehicle.carType ?? '',
  fuelType: vehicle.fuelType ?? '',
  engineVolume: typed(vehicle.engineVolume, language),
  mileage: typed(vehicle.mileage, language),
  mileageUnit: vehicle.mileageUnit ?? 'km',
  vin: vehicle.vin ?? '',
  hinNumber: vehicle.hinNumber ?? '',
  serialNumber: vehicle.serialNumber ?? '',
  hasNoNumber: numberKindOf(vehicle) !== numberFieldOf(vehicle.vehicleType),
  plate: vehicle.plate ?? '',
  secondFuelType: vehicle.secondFuelType ?? '',
  tankVolume: typed(vehicle.tankVolume, language),
  secondTankVolume: typed(vehicle.secondTankVolume, language),
  batteryCapacity: typed(vehicle.batteryCapacity, language),
  yearlyDistance: typed(vehicle.yearlyDistance, language),
  isPaused: vehicle.isPaused,
});

/**
 * Changes the type: resets the body type, asks for another kind of number again and, if no mileage is typed, selects the type's unit.
 */
export function withType(draft: VehicleDraft, vehicleType: VehicleType): VehicleDraft {
  const isCountedInHours = ['boat', 'jet_ski', 'yacht'].includes(vehicleType);
  const isUnitOpen = draft.mileage === '';
  const hasSameNumber = draft.vehicleType !== '' && numberFieldOf(draft.vehicleType) === numberFieldOf(vehicleType);
  return {
    ...{ ...draft, vehicleType, carType: '', hasNoNumber: hasSameNumber && draft.hasNoNumber },
    mileageUnit: isUnitOpen ? (isCountedInHours ? 'h' : 'km') : draft.mileageUnit,
  };
}

/** The fields of the type that are asked for, with the serial number if there is no VIN or HIN. */
export const shownFieldsOf = (type: VehicleType, hasNoNumber: boolean): readonly TypeField[] =>
  hasNoNumber ? fieldsOf(type).map((field) => (field === numberFieldOf(type) ? 'serialNumber' : field)) : fieldsOf(type);

type Fuels = Pick<VehicleDraft, 'fuelType' | 'secondFuelType'>;

/** The fuels that the vehicle can take beside its own. */
export function secondFuelsOf({ fuelType }: Fuels): Fuel[] {
  const own = fuelsOf((fuelType || null) as FuelType | null);
  return own.length === 0 ? [] : FUELS.filter((fuel) => !own.includes(fuel));
}

/** The chosen second fuel; empty once the vehicle takes it as its own. */
export const secondFuelOf = (fuels: Fuels): Fuel | '' => secondFuelsOf(fuels).find((fuel) => fuel === fuels.secondFuelType) ?? '';

type FuelField = (typeof FUEL_FIELDS)[number];

/** What can be said about the fuels of an existing vehicle: a tank for each but electricity, and a battery. */
export function fuelFieldsOf(fuels: Fuels): FuelField[] {
  const { fuelType } = fuels;
  if (fuelType === '') return [];
  const second = secondFuelOf(fuels);
  const hasBattery = fuelType === 'hybrid' || fuelType === 'electric' || second === 'electric';
  return [
    'secondFuelType',
    ...(fuelType === 'electric' ? [] : (['tankVolume'] as const)),
    ...(second === '' || second === 'electric' ? [] : (['secondTankVolume'] as const)),
    ...(hasBattery ? (['batteryCapacity'] as const) : []),
  ];
}

/** Empty texts clear what was removed, or no longer applies to the fuels. */
function fuelBodyOf(draft: VehicleDraft): [FuelField, string][] {
  const shown = fuelFieldsOf(draft);
  const values = { ...draft, secondFuelType: secondFuelOf(draft) };
  return FUEL_FIELDS.map((name) => [name, shown.includes(name) ? values[name].trim() : '']);
}

/** The request body: only the fields that belong to the type. */
export function bodyOf(draft: VehicleDraft): Record<string, string> {
  if (draft.vehicleType === '') return {};
  const plate = hasPlate(draft.vehicleType) ? (['plate'] as const) : [];
  const own = [...COMMON, ...shownFieldsOf(draft.vehicleType, draft.hasNoNumber), ...plate].map((name) => [name, draft[name]]);
  const fuel = hasEngine(draft.vehicleType) ? fuelBodyOf(draft) : [];
  const yearly = draft.vehicleType === 'bicycle' ? {} : { yearlyDistance: draft.yearlyDistance.trim() };
  return { vehicleType: draft.vehicleType, ...Object.fromEntries([...own, ...fuel]), ...yearly, isPaused: String(draft.isPaused) };
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
