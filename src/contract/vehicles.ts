import * as z from 'zod/mini';
import { otherCurrencies } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { id, orJson } from './fields.ts';
import { FUELS } from './fuels.ts';
import { vehicleInput, vehiclePatch } from './vehicle-input.ts';
import { VEHICLE_TYPES } from './vehicle-type-list.ts';
import { ALL_BODY_TYPES, FUEL_TYPES, MILEAGE_UNITS } from './vehicle-types.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

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
  /** Also of a vehicle without the VIN or HIN of its type; without a VIN it is the chassis number. */
  serialNumber: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  /** A further fuel, and how much each tank (litres) and the battery (kWh) holds; null if not given. */
  secondFuelType: z.nullable(z.enum(FUELS)),
  tankVolume: z.nullable(z.number()),
  secondTankVolume: z.nullable(z.number()),
  batteryCapacity: z.nullable(z.number()),
  /** How far or how long it is used in a year, as its owner says; null if not given. */
  yearlyDistance: z.nullable(z.number()),
  /** Laid up: its plan is silent, and no costs are expected. */
  isPaused: z.boolean(),
  /** Path of the photo: /api/images/{id}. */
  image: z.string(),
  /** The highest of the vehicle's mileage and the readings of its entries; for a bicycle the latest year. */
  reading: z.nullable(z.number()),
  /** Sums of record prices in the owner's currency: of all records, and of the requested year. */
  totalCost: z.number(),
  yearCost: z.number(),
  recordCount: z.number(),
  /** Sums of all kinds of entries, without loans, less refunds: of all time, and of the requested year. */
  spentTotal: z.number(),
  spentYear: z.number(),
  /** What these two leave out. */
  otherCurrencies,
  otherCurrenciesYear: otherCurrencies,
  /** Of all kinds. */
  entryCount: z.number(),
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

/** What a change of a vehicle can change, beside its photo. */
const vehicleValues = z.pick(vehicle, {
  ...{ vehicleType: true, brand: true, model: true, year: true, color: true, carType: true, fuelType: true, engineVolume: true },
  ...{ mileage: true, mileageUnit: true, vin: true, hinNumber: true, serialNumber: true, plate: true, secondFuelType: true },
  ...{ tankVolume: true, secondTankVolume: true, batteryCapacity: true, yearlyDistance: true, isPaused: true },
});

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
    'Update any fields of a vehicle; a new image replaces the old one. With `unitChange` convert, a change between kilometres and miles converts all readings; a repeated request does not convert them again. `seen` as for a record.',
  params: vehicleParams,
  query: sumsQuery,
  body: z.extend(vehiclePatch, { seen: z.optional(orJson(z.partial(vehicleValues))) }),
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
    'api.changed',
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
