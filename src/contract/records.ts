import * as z from 'zod/mini';
import { entryCurrency, otherCurrencies, shownCurrency } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, id, latestToday, line, typedMoney, typedNumber } from './fields.ts';
import { OPERATION_MAX, PART_CODE_MAX, PART_NAME_MAX, PRICE_MAX, READING_MAX, RECORDS_PAGE_MAX, YEAR_MIN } from './limits.ts';
import { type NumberRule, parseNumber } from './numbers.ts';
import { hasEngine, type MileageUnit, READING_UNITS, type ReadingUnit, type VehicleType } from './vehicle-types.ts';
import { vehicleParams } from './vehicles.ts';

/** Rule for amounts of money. */
export const PRICE_RULE: NumberRule = { decimals: 2, max: PRICE_MAX };

/** Whole kilometres, miles or years, or hours with one decimal. */
export const readingRule = (unit: ReadingUnit): NumberRule => ({ decimals: unit === 'h' ? 1 : 0, max: READING_MAX, kind: 'reading' });

/** The unit of a vehicle's readings: `year` for a bicycle, otherwise the mileage unit (`km` by default). */
export const readingUnitOf = (type: VehicleType, unit: MileageUnit | null): ReadingUnit => (hasEngine(type) ? (unit ?? 'km') : 'year');

/** Returns the error code of a reading in `unit`, typed or as a number; undefined if it is valid. */
export function readingError(reading: string | number, unit: ReadingUnit): FieldErrorCode | undefined {
  const parsed = parseNumber(reading, readingRule(unit));
  if (!parsed.ok) return unit === 'year' && parsed.code === 'validation.number.reading' ? 'validation.year.format' : parsed.code;
  if (unit !== 'year') return undefined;
  if (parsed.value < YEAR_MIN) return parsed.value > 999 ? 'validation.year.past' : 'validation.year.format';
  return parsed.value > Number(latestToday().slice(0, 4)) ? 'validation.year.future' : undefined;
}

/** An entry to which a reading is compared. */
export const referenceReading = z.object({ id: z.number(), kind: z.enum(ENTRY_KINDS), reading: z.number(), performedOn: z.string() });
export type ReferenceReading = z.core.output<typeof referenceReading>;

/** Why a reading or a day is doubtful (decision 32). */
export type DoubtReason = 'higher' | 'lower' | 'beforeYear';

/** The doubt about a reading: its reasons, and the readings before and after it. */
export interface Doubt {
  reasons: DoubtReason[];
  before: ReferenceReading | null;
  after: ReferenceReading | null;
}

/** Fields of each kind of entry with a reading. */
export const doubtFields = {
  /** true asks about a doubtful reading: 409 `entriesApi.doubtful`, and nothing is stored. */
  ask: z.optional(z.boolean('validation.invalid')),
  /** The user has confirmed a doubtful reading. */
  isReadingRight: z.optional(z.boolean('validation.invalid')),
};
/** Whether the stored reading is doubtful; only if the request had `ask`. */
export const isDoubtful = z.optional(z.boolean());

/** In the vehicle's unit; the service applies the rule of that unit. */
export const typedReading = typedNumber({ decimals: 1, max: READING_MAX, kind: 'reading' });
/** The unit in which the reading was entered; 400 if the unit of the vehicle has changed since. */
export const readingUnit = z.optional(z.enum(READING_UNITS, 'validation.choice'));

const recordFields = {
  ...doubtFields,
  operationName: line(OPERATION_MAX),
  partName: line(PART_NAME_MAX),
  partCode: line(PART_CODE_MAX),
  /** In the owner's currency, with at most two decimals; may be 0. The sign of another currency is rejected. */
  price: typedMoney(PRICE_RULE),
  reading: typedReading,
  performedOn: z.optional(day),
  readingUnit,
  currency: shownCurrency,
};

export const recordInput = z.object(recordFields);

export const record = z.object({
  id: z.number(),
  operationName: z.string(),
  partName: z.string(),
  partCode: z.string(),
  price: z.number(),
  reading: z.number(),
  performedOn: z.string(),
  /** In which the price was entered. */
  currency: entryCurrency,
});
export type ServiceRecord = z.core.output<typeof record>;

/** `seen` has values as they were shown: 409 with the stored ones if one that the request changes has been changed meanwhile. */
export const recordPatch = z.partial(z.object({ ...recordFields, seen: z.partial(record) }));

const recordParams = z.object({ vehicleId: id, recordId: id });

/** Cursor of a page: the day and id of the last record of the previous page. Clients send `nextCursor` back unchanged. */
export const recordCursor = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_[1-9]\d{0,14}$/, 'validation.invalid')),
  z.transform((cursor: string) => ({ performedOn: cursor.slice(0, 10), id: Number(cursor.slice(11)) })),
);
export type RecordCursor = z.core.output<typeof recordCursor>;
export const cursorOf = ({ performedOn, id }: RecordCursor): string => `${performedOn}_${id}`;

export const pageLimit = z
  .pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'validation.number.whole')), z.transform(Number))
  .check(z.maximum(RECORDS_PAGE_MAX, 'validation.number.large'));

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/records',
  access: 'user',
  summary:
    'List a vehicle’s records, newest work first: a page of `limit` (at most 500) records after `cursor`, or the newest 2,000 without `limit`. `totalCost` is the sum of all prices; `nextCursor` gives the next page and is null on the last.',
  params: vehicleParams,
  query: z.object({ limit: z.optional(pageLimit), cursor: z.optional(recordCursor) }),
  answer: z.object({ data: z.array(record), totalCost: z.number(), otherCurrencies, nextCursor: z.nullable(z.string()) }),
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

/** The name of earlier work, suggested for a new record. */
const operation = z.object({
  operationName: z.string(),
  /** The latest record of this work on this vehicle; null if it was only done on other vehicles. */
  last: z.nullable(z.pick(record, { partName: true, partCode: true, price: true, currency: true, performedOn: true })),
});
export type Operation = z.core.output<typeof operation>;

export const listOperations = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/operations',
  access: 'user',
  summary:
    'List names of earlier work to suggest for a new record: this vehicle’s first, the most frequent ones leading, then those of the user’s other vehicles.',
  params: vehicleParams,
  answer: z.object({ data: z.array(operation) }),
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const recordId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'validation.invalid')), z.transform(Number));

export const getReferenceReadings = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/reference-readings',
  access: 'user',
  summary:
    'Get what a new reading is compared with: `before`, the last known reading until the day `performedOn`, and `after`, the first one after it (both null without a day; `except` is the id of an entry to leave out), and `highest`, the first entry with the highest reading of all.',
  params: vehicleParams,
  query: z.object({ performedOn: z.optional(day), except: z.optional(recordId) }),
  answer: z.object({
    data: z.object({ before: z.nullable(referenceReading), after: z.nullable(referenceReading), highest: z.nullable(referenceReading) }),
  }),
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const createRecord = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/records',
  access: 'user',
  summary:
    'Add a record; performedOn defaults to today. With `ask: true` a doubtful reading is 409 with the reasons and the readings compared with, and nothing is stored; sent again with `isReadingRight: true` it is stored.',
  params: vehicleParams,
  body: recordInput,
  idempotent: true,
  answer: z.object({ data: record, isDoubtful }),
  status: 201,
  successCode: 'recordsApi.create.success',
  validationError: 'recordsApi.400',
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'recordsApi.404', 'recordsApi.limit', 'entriesApi.doubtful'],
});

export const updateRecord = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}/records/{recordId}',
  access: 'user',
  summary:
    'Update any fields of a record. `ask` and `isReadingRight` as for a new one; asks only if the day or the reading changes. With `seen`, values of the record as they were shown, 409 with the stored ones if one that the request changes is another by now.',
  params: recordParams,
  body: recordPatch,
  answer: z.object({ data: record, isDoubtful }),
  successCode: 'recordsApi.update.success',
  validationError: 'recordsApi.400',
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'recordsApi.404', 'api.changed', 'entriesApi.doubtful'],
});

export const restoreRecord = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/records/{recordId}/restore',
  access: 'user',
  summary: 'Undo the deletion of a record within 24 hours. Changes nothing for a record that is not deleted.',
  params: recordParams,
  answer: z.object({ data: record }),
  successCode: 'recordsApi.restore.success',
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'recordsApi.404', 'recordsApi.limit'],
});

export const removeRecord = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/records/{recordId}',
  access: 'user',
  summary: 'Delete a record; for 24 hours it can be restored.',
  params: recordParams,
  answer: z.object({}),
  successCode: 'recordsApi.delete.success',
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'recordsApi.404'],
});
