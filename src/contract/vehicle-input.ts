import * as z from 'zod/mini';
import { ENGINE_VOLUMES } from './engine-volumes.ts';
import type { FieldErrorCode } from './errors.ts';
import { line, normalizedLine, text, typedNumber, year } from './fields.ts';
import { withLatinLetters } from './folded.ts';
import { FUELS } from './fuels.ts';
import {
  BATTERY_MAX,
  BRAND_MAX,
  CHASSIS_MAX,
  CHASSIS_MIN,
  COLOR_MAX,
  COLOR_MIN,
  ENGINE_VOLUME_MAX,
  HIN_LENGTH,
  MODEL_MAX,
  PLATE_MAX,
  READING_MAX,
  SERIAL_MAX,
  TANK_MAX,
  VIN_LENGTH,
  YEARLY_DISTANCE_MAX,
} from './limits.ts';
import type { NumberRule } from './numbers.ts';
import { UNIT_CHANGES } from './units.ts';
import { VEHICLE_TYPES } from './vehicle-type-list.ts';
import {
  ALL_BODY_TYPES,
  bodyTypesOf,
  FUEL_TYPES,
  fieldsOf,
  hasEngine,
  hasPlate,
  MILEAGE_UNITS,
  numberFieldOf,
  TYPE_FIELDS,
  type TypeField,
} from './vehicle-types.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;
const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input ? key('validation.choice') : key('validation.required')) });

const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
);
const optionalChoice = <const T extends readonly string[]>(values: T) =>
  z.optional(z.nullable(z.union([nothing, z.enum(values)], key('validation.choice'))));
/** Above 0. */
const optionalNumber = (rule: NumberRule) => {
  const number = typedNumber(rule).check(z.refine((value) => value > 0, key('validation.number.zero')));
  // The error of the number: that it is not empty says nothing.
  return z.optional(z.nullable(z.union([nothing, number], { error: ({ errors }) => errors?.at(-1)?.[0]?.message })));
};
const typedFlag = z.pipe(
  z.nullable(z.enum(['true', 'false', ''])),
  z.transform((value) => value === 'true'),
);
const tank = optionalNumber({ decimals: 1, max: TANK_MAX, thousands: false, kind: 'volume' });

/**
 * Normalizes a VIN: upper case, Latin letters instead of Cyrillic look-alikes and full-width ones, and without the spaces, hyphens, dots
 * and asterisks that are printed in it or around it.
 */
export const normalizeVin = (value: string): string => withLatinLetters(value.normalize('NFKC')).replace(/[\s\p{Cf}\p{Pd}−.·*]/gu, '');

/** As `normalizeVin`, and without the two letters of the country that stand before a HIN on the plates of European boats. */
export const normalizeHin = (value: string): string => {
  const normalized = normalizeVin(value);
  return normalized.length === HIN_LENGTH + 2 ? normalized.replace(/^[A-Z]{2}/, '') : normalized;
};

/** A number as it is typed; a longer text is rejected before it is normalized, which is slow. */
const typedCode = text(64);
const vin = z.pipe(
  typedCode,
  z
    .string()
    .check(
      z.overwrite(normalizeVin),
      z.length(VIN_LENGTH, key('validation.vin.length')),
      z.regex(/^[A-HJ-NPR-Z0-9]+$/, key('validation.vin.letters')),
    ),
);
const hin = z.pipe(
  typedCode,
  z.string().check(z.overwrite(normalizeHin), z.length(HIN_LENGTH, key('validation.hin')), z.regex(/^[A-Z0-9]+$/, key('validation.hin'))),
);

/** Rules of the single fields; `checkVehicle` checks which fields the vehicle type requires. */
export const vehicleFields = {
  vehicleType: choice(VEHICLE_TYPES),
  brand: line(BRAND_MAX),
  model: line(MODEL_MAX),
  year,
  color: line(COLOR_MAX).check(z.minLength(COLOR_MIN, key('validation.color'))),
  carType: z.optional(choice(ALL_BODY_TYPES)),
  fuelType: z.optional(choice(FUEL_TYPES)),
  engineVolume: z.optional(typedNumber({ decimals: 3, max: ENGINE_VOLUME_MAX, thousands: false, kind: 'volume' })),
  /** Whole kilometres or miles, or hours with one decimal; `checkVehicle` checks the decimals. */
  mileage: z.optional(typedNumber({ decimals: 1, max: READING_MAX, kind: 'reading' })),
  mileageUnit: z.optional(choice(MILEAGE_UNITS)),
  vin: z.optional(vin),
  hinNumber: z.optional(hin),
  serialNumber: z.optional(
    z.pipe(
      line(SERIAL_MAX),
      z.transform((value: string) => value.toUpperCase()),
    ),
  ),
  /** null or an empty text removes it, as all fields below. */
  plate: z.optional(
    z.nullable(
      z.pipe(
        normalizedLine().check(z.maxLength(PLATE_MAX, key('validation.tooLong'))),
        z.transform((value: string) => value.toUpperCase() || null),
      ),
    ),
  ),
  /** A further fuel: of a car on gas its petrol, of a plug-in hybrid electric. */
  secondFuelType: optionalChoice(FUELS),
  /** Litres, of the fuel and of the further one. */
  tankVolume: tank,
  secondTankVolume: tank,
  /** Usable kilowatt hours. */
  batteryCapacity: optionalNumber({ decimals: 2, max: BATTERY_MAX, thousands: false }),
  /** How far or how long it is used in a year, in its unit; not of a bicycle. */
  yearlyDistance: optionalNumber({ decimals: 0, max: YEARLY_DISTANCE_MAX }),
  /** Laid up. In a form with a photo it is `true`, `false` or empty. */
  isPaused: z.optional(z.union([z.boolean(), typedFlag], key('validation.invalid'))),
};

/** What a vehicle can have beside the fields of its type: of one with an engine only. */
export const FUEL_FIELDS = ['secondFuelType', 'tankVolume', 'secondTankVolume', 'batteryCapacity'] as const;

export type VehicleFields = z.core.output<z.ZodMiniObject<typeof vehicleFields>>;

type Checked = Partial<VehicleFields> & Pick<VehicleFields, 'vehicleType'>;

/** The fields that the vehicle must have: one without its VIN or HIN has a serial number instead, which for a VIN is the chassis number. */
function requiredOf(vehicle: Checked): readonly TypeField[] {
  const required = fieldsOf(vehicle.vehicleType);
  const number = numberFieldOf(vehicle.vehicleType);
  const hasSerialNumber = vehicle[number] === undefined && vehicle.serialNumber !== undefined;
  return hasSerialNumber ? required.map((field) => (field === number ? 'serialNumber' : field)) : required;
}

/**
 * Finds missing fields, fields of other vehicle types, a mileage with too many decimals, a chassis number of another length, and an engine
 * too large for the type, as [field, error code].
 */
export function checkVehicle(vehicle: Checked): [string, FieldErrorCode][] {
  const { vehicleType, serialNumber = '', plate, engineVolume = 0, mileage = 0 } = vehicle;
  const required = requiredOf(vehicle);
  const errors: [string, FieldErrorCode][] = [];
  for (const field of TYPE_FIELDS) {
    const isPresent = vehicle[field] !== undefined;
    if (isPresent !== required.includes(field)) errors.push([field, isPresent ? 'validation.notForType' : 'validation.required']);
  }
  if (vehicle.mileageUnit !== 'h' && !Number.isInteger(mileage)) errors.push(['mileage', 'validation.number.whole']);
  const bodies = bodyTypesOf(vehicleType);
  if (vehicle.carType && bodies.length > 0 && !bodies.includes(vehicle.carType)) errors.push(['carType', 'validation.notForType']);
  const isChassis = numberFieldOf(vehicleType) === 'vin' && required.includes('serialNumber');
  if (isChassis && (serialNumber.length < CHASSIS_MIN || serialNumber.length > CHASSIS_MAX))
    errors.push(['serialNumber', 'validation.chassis']);
  if (!hasEngine(vehicleType)) for (const field of FUEL_FIELDS) if (vehicle[field] != null) errors.push([field, 'validation.notForType']);
  if (vehicle.yearlyDistance != null && vehicleType === 'bicycle') errors.push(['yearlyDistance', 'validation.notForType']);
  if (plate && !hasPlate(vehicleType)) errors.push(['plate', 'validation.notForType']);
  if (vehicleType !== 'bicycle' && engineVolume > ENGINE_VOLUMES[vehicleType].max) errors.push(['engineVolume', 'validation.number.large']);
  return errors;
}

/** A new vehicle. Unknown fields are ignored. */
export const vehicleInput = z.object(vehicleFields).check((context) => {
  for (const [field, message] of checkVehicle(context.value))
    context.issues.push({ code: 'custom', message, path: [field], input: context.value });
});

/** Any subset of the fields; the service validates the resulting vehicle. */
export const vehiclePatch = z.partial(
  z.object({
    ...vehicleFields,
    /**
     * For a change of `mileageUnit`. `convert` converts all records, and the mileage unless the request contains it, from kilometres to
     * miles or the reverse, rounded to whole units; `relabel`, the default, keeps the numbers.
     */
    unitChange: choice(UNIT_CHANGES),
  }),
);
