import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { id, text, typedNumber, year } from './fields.ts';
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

/** Latin letters by the Cyrillic letters that look like them; people type VINs with either keyboard layout. */
const LOOKALIKES: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Ѕ: 'S',
  Ј: 'J',
};

/** Normalizes a VIN, a HIN or a search for one: upper case, no spaces, Latin letters instead of Cyrillic look-alikes. */
export const normalizeVin = (value: string): string =>
  value
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/[А-ЯІЅЈ]/g, (letter) => LOOKALIKES[letter] ?? letter);

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

const lastRecord = z.object({ operationName: z.string(), performedOn: z.string() });

export const vehicle = z.object({
  id: z.number(),
  vehicleType: z.enum(VEHICLE_TYPES),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  color: z.string(),
  carType: z.nullable(z.enum(ALL_BODY_TYPES)),
  fuelType: z.nullable(z.enum(FUEL_TYPES)),
  /** Litres. */
  engineVolume: z.nullable(z.number()),
  mileage: z.nullable(z.number()),
  mileageUnit: z.nullable(z.enum(MILEAGE_UNITS)),
  vin: z.nullable(z.string()),
  hinNumber: z.nullable(z.string()),
  serialNumber: z.nullable(z.string()),
  /** Path of the photo: /api/images/{id}. */
  image: z.string(),
  /** The highest of the vehicle's mileage and the readings of its records; for a bicycle the latest year. */
  reading: z.nullable(z.number()),
  /** Sums of record prices in the owner's currency: of all records, and of the requested year. */
  totalCost: z.number(),
  yearCost: z.number(),
  recordCount: z.number(),
  lastRecord: z.nullable(lastRecord),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  /** When the vehicle was archived; null if it is in the list. An archived vehicle can only be read, restored or deleted. */
  archivedAt: z.nullable(z.string()),
  /** Until when the archiving can be undone; null if it cannot be undone. */
  undoUntil: z.nullable(z.string()),
  /** When an archived vehicle can be restored at the earliest, unless the archiving can be undone. */
  restorableFrom: z.nullable(z.string()),
});
export type Vehicle = z.core.output<typeof vehicle>;

export const vehicleParams = z.object({ vehicleId: id });

/** The year of `yearCost`, YYYY. The client sends the user's local year, which the server does not know; the default is the year in UTC. */
export const sumsQuery = z.object({ year: z.optional(z.string().check(z.regex(/^\d{4}$/, key('validation.year.format')))) });

export const listVehicles = endpoint({
  method: 'GET',
  path: '/api/vehicles',
  access: 'user',
  summary:
    'List the user’s usable vehicles, oldest first; hidden and archived ones are only counted. limit is null for business. `yearCost` is the sum for `year`, which defaults to the current year in UTC.',
  query: sumsQuery,
  answer: z.object({ data: z.array(vehicle), hidden: z.number(), archived: z.number(), limit: z.nullable(z.number()) }),
  unexpectedError: 'carsApi.500',
  errors: [],
});

export const createVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles',
  access: 'user',
  summary: 'Add a vehicle with its photo, within the tariff’s limit.',
  body: vehicleInput,
  image: 'required',
  idempotent: true,
  answer: z.object({ data: vehicle }),
  status: 201,
  successCode: 'carsApi.create.success',
  validationError: 'carsApi.400',
  unexpectedError: 'carsApi.500',
  errors: [
    'carsApi.404',
    'carsApi.409',
    'carsApi.archivedNumber',
    'carsApi.limit',
    'carsApi.accountLimit',
    'imageApi.413',
    'imageApi.422',
    'imageApi.502',
  ],
});

export const getVehicle = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}',
  access: 'user',
  summary: 'Get one of the user’s vehicles.',
  params: vehicleParams,
  query: sumsQuery,
  answer: z.object({ data: vehicle }),
  unexpectedError: 'carsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const updateVehicle = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}',
  access: 'user',
  summary:
    'Update any fields of a vehicle; a new image replaces the old one. With `unitChange` convert, a change between kilometres and miles converts all readings; a repeated request does not convert them again.',
  params: vehicleParams,
  query: sumsQuery,
  body: vehiclePatch,
  image: 'optional',
  answer: z.object({ data: vehicle }),
  successCode: 'carsApi.update.success',
  validationError: 'carsApi.400',
  unexpectedError: 'carsApi.500',
  errors: [
    'carsApi.404',
    'carsApi.409',
    'carsApi.hidden',
    'carsApi.archived',
    'carsApi.archivedNumber',
    'carsApi.typeInUse',
    'imageApi.413',
    'imageApi.422',
    'imageApi.502',
  ],
});

export const removeVehicle = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}',
  access: 'user',
  summary: 'Delete a vehicle, archived or not, with its records, note and photo.',
  params: vehicleParams,
  answer: z.object({}),
  successCode: 'carsApi.delete.success',
  unexpectedError: 'carsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});
