import * as z from 'zod/mini';
import { entryCurrency } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { amount, entryFields, entryPageQuery, entryWire, flag, optionalLine, placeFields, typedVolume } from './entries.ts';
import type { FieldErrorCode } from './errors.ts';
import { id, typedMoney, typedNumber } from './fields.ts';
import { FUELS, VOLUME_UNITS } from './fuels.ts';
import { GRADE_MAX, UNIT_PRICE_MAX } from './limits.ts';
import type { NumberRule } from './numbers.ts';
import { isDoubtful, PRICE_RULE, typedReading } from './records.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** Prices of one litre, kilogram and so on; no thousands separator but a space: 1,459 is 1.459. */
export const UNIT_PRICE_RULE: NumberRule = { decimals: 4, max: UNIT_PRICE_MAX, thousands: false };
export const LEVEL_RULE: NumberRule = { decimals: 0, max: 100 };

const fillFields = {
  ...entryFields,
  ...placeFields,
  /** One that the vehicle takes (`fuelsOf`). */
  fuel: z.enum(FUELS, key('validation.choice')),
  /** null if it is not known. At least one of `volume` and `total`. */
  volume: z.optional(z.nullable(typedVolume)),
  /** One of the fuel's units (`unitsOf`); by default that of the last fill with this fuel. */
  volumeUnit: z.optional(z.enum(VOLUME_UNITS, key('validation.choice'))),
  /** What was paid, in the owner's currency. Of volume, total and price per unit, two give the third. */
  total: z.optional(z.nullable(typedMoney(PRICE_RULE))),
  pricePerUnit: z.optional(z.nullable(typedMoney(UNIT_PRICE_RULE))),
  /** true by default. */
  isFull: flag,
  /** Whether a fill before this one was not recorded. */
  isMissedBefore: flag,
  /** Percent of the tank or battery after the fill. */
  level: z.optional(z.nullable(typedNumber(LEVEL_RULE))),
  /** Driven on this fuel since its last fill, in the vehicle's unit. */
  distanceOnFuel: z.optional(z.nullable(typedReading)),
  /** Such as A-95. */
  grade: optionalLine(GRADE_MAX),
};

export const fillInput = z.object(fillFields);

/** Why a fill has no consumption. */
export const CONSUMPTION_REASONS = [
  ...['first', 'notFull', 'missedBefore', 'volumeUnknown', 'noReading'],
  ...['doubtful', 'odometerReplaced', 'mixedUnits', 'tooShort', 'capacityUnknown'],
] as const;

const UNITS = ['mpg_us', 'mpg_uk', 'l/100km', 'kg/100km', 'm3/100km', 'kWh/100km', 'kWh/100mi'] as const;
const HOURLY = ['l/h', 'gal_us/h', 'gal_uk/h', 'kg/h', 'm3/h', 'kWh/h'] as const;
export const CONSUMPTION_UNITS = [...UNITS, ...HOURLY] as const;

const consumption = z.object({
  value: z.number(),
  unit: z.enum(CONSUMPTION_UNITS),
  /** What the stretch took, in the unit of this fill, and its distance in the vehicle's unit. */
  volume: z.number(),
  distance: z.number(),
  /** The day of the fill with which the stretch begins. */
  since: z.string(),
  isApproximate: z.boolean(),
});
export type Consumption = z.core.output<typeof consumption>;

/** Whether more was driven on a fuel than at all. The distance is that of two readings, which may be rounded to whole kilometres. */
export const isTooMuchOnFuel = (onFuel: number, distance: number): boolean => onFuel > distance + 1;

export const fill = z.object({
  ...entryWire,
  fuel: z.enum(FUELS),
  volume: z.nullable(z.number()),
  volumeUnit: z.enum(VOLUME_UNITS),
  total: z.nullable(amount),
  currency: entryCurrency,
  /** As it was entered, or else computed from total and volume. */
  pricePerUnit: z.nullable(z.number()),
  isFull: z.boolean(),
  isMissedBefore: z.boolean(),
  level: z.nullable(z.number()),
  distanceOnFuel: z.nullable(z.number()),
  grade: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** Of the stretch that this fill closes; null with a reason. */
  consumption: z.nullable(consumption),
  consumptionReason: z.nullable(z.enum(CONSUMPTION_REASONS)),
});
export type Fill = z.core.output<typeof fill>;

const seen = z.partial(z.omit(fill, { consumption: true, consumptionReason: true }));
export const fillPatch = z.partial(z.object({ ...fillFields, seen }));

const fillParams = z.object({ vehicleId: id, fillId: id });

export const listFills = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/fills',
  access: 'user',
  summary: 'List a vehicle’s fills with their consumption, newest first: `limit` (100 by default, at most 500) after `cursor`.',
  params: vehicleParams,
  query: entryPageQuery,
  answer: z.object({ data: z.array(fill), nextCursor: z.nullable(z.string()) }),
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const createFill = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/fills',
  access: 'user',
  summary:
    'Add a fill; performedOn defaults to today. Of volume, total and price per unit two give the third. `ask` and `isReadingRight` as for a record.',
  params: vehicleParams,
  body: fillInput,
  idempotent: true,
  answer: z.object({ data: fill, isDoubtful }),
  status: 201,
  successCode: 'fillsApi.create.success',
  validationError: 'fillsApi.400',
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'fillsApi.404', 'entriesApi.limit', 'entriesApi.doubtful'],
});

export const updateFill = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}/fills/{fillId}',
  access: 'user',
  summary: 'Update any fields of a fill. If only the volume is changed, the total stays. `seen` as for a record.',
  params: fillParams,
  body: fillPatch,
  answer: z.object({ data: fill, isDoubtful }),
  successCode: 'fillsApi.update.success',
  validationError: 'fillsApi.400',
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'fillsApi.404', 'api.changed', 'entriesApi.doubtful'],
});

export const removeFill = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/fills/{fillId}',
  access: 'user',
  summary: 'Delete a fill; for 24 hours it can be restored.',
  params: fillParams,
  answer: z.object({}),
  successCode: 'fillsApi.delete.success',
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'fillsApi.404'],
});

export const restoreFill = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/fills/{fillId}/restore',
  access: 'user',
  summary: 'Undo the deletion of a fill within 24 hours. Changes nothing for one that is not deleted.',
  params: fillParams,
  answer: z.object({ data: fill }),
  successCode: 'fillsApi.restore.success',
  unexpectedError: 'fillsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'fillsApi.404', 'entriesApi.limit'],
});
