import * as z from 'zod/mini';
import type { FieldErrorCode } from './errors.ts';
import { text, typedNumber, year } from './fields.ts';
import { withLatinLetters } from './folded.ts';
import {
  BRAND_MAX,
  COLOR_MAX,
  COLOR_MIN,
  ENGINE_VOLUME_MAX,
  HIN_LENGTH,
  MODEL_MAX,
  READING_MAX,
  SERIAL_MAX,
  VIN_LENGTH,
} from './limits.ts';
import { UNIT_CHANGES } from './units.ts';
import { VEHICLE_TYPES } from './vehicle-type-list.ts';
import { ALL_BODY_TYPES, bodyTypesOf, FUEL_TYPES, fieldsOf, MILEAGE_UNITS, TYPE_FIELDS } from './vehicle-types.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;
const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input ? key('validation.choice') : key('validation.required')) });

/** Normalizes a VIN or a HIN: upper case, no spaces, Latin letters instead of Cyrillic look-alikes. */
export const normalizeVin = (value: string): string => withLatinLetters(value).replace(/\s/g, '');

/** As `normalizeVin`, and removes hyphens, which are printed in a HIN but are not part of it. */
export const normalizeHin = (value: string): string => normalizeVin(value).replace(/[\p{Pd}−]/gu, '');

const vin = text(64).check(
  z.overwrite(normalizeVin),
  z.length(VIN_LENGTH, key('validation.vin.length')),
  z.regex(/^[A-HJ-NPR-Z0-9]+$/, key('validation.vin.letters')),
);
const hin = text(64).check(
  z.overwrite(normalizeHin),
  z.length(HIN_LENGTH, key('validation.hin')),
  z.regex(/^[A-Z0-9]+$/, key('validation.hin')),
);

/** Rules of the single fields; `checkVehicle` checks which fields the vehicle type requires. */
export const vehicleFields = {
  vehicleType: choice(VEHICLE_TYPES),
  brand: text(BRAND_MAX),
  model: text(MODEL_MAX),
  year,
  color: text(COLOR_MAX).check(z.minLength(COLOR_MIN, key('validation.color'))),
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
      text(SERIAL_MAX),
      z.transform((value: string) => value.toUpperCase()),
    ),
  ),
};

export type VehicleFields = z.core.output<z.ZodMiniObject<typeof vehicleFields>>;

/** Finds missing fields, fields of other vehicle types, and a mileage with too many decimals, as [field, error code]. */
export function checkVehicle(vehicle: Partial<VehicleFields> & Pick<VehicleFields, 'vehicleType'>): [string, FieldErrorCode][] {
  const typeFields = fieldsOf(vehicle.vehicleType);
  const errors: [string, FieldErrorCode][] = [];
  for (const field of TYPE_FIELDS) {
    const isPresent = vehicle[field] !== undefined;
    if (isPresent !== typeFields.includes(field)) errors.push([field, isPresent ? 'validation.notForType' : 'validation.required']);
  }
  if (vehicle.mileageUnit !== 'h' && !Number.isInteger(vehicle.mileage ?? 0)) errors.push(['mileage', 'validation.number.whole']);
  const bodies = bodyTypesOf(vehicle.vehicleType);
  if (vehicle.carType && bodies.length > 0 && !bodies.includes(vehicle.carType)) errors.push(['carType', 'validation.notForType']);
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
