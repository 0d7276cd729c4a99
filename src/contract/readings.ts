import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { entryFields, entryPageQuery, entryWire, flag } from './entries.ts';
import type { FieldErrorCode } from './errors.ts';
import { id } from './fields.ts';
import { isDoubtful, typedReading } from './records.ts';
import { vehicleParams } from './vehicles.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

const readingFields = {
  ...entryFields,
  /** Above 0. */
  reading: typedReading,
  /** Whether it is the first reading of a new odometer. */
  isReset: flag,
  /** The last value of the replaced odometer, above 0; null if it is not known. */
  oldReading: z.optional(z.nullable(typedReading.check(z.refine((value) => value > 0, key('validation.number.zero'))))),
};

export const readingInput = z.object(readingFields);

export const reading = z.object({
  ...entryWire,
  reading: z.number(),
  isReset: z.boolean(),
  /** null without a replaced odometer, or if its last value is not known. */
  oldReading: z.nullable(z.number()),
  /** Whether it is the mileage of the vehicle’s details: it is changed there, and not deleted. */
  isFromDetails: z.boolean(),
});
export type Reading = z.core.output<typeof reading>;

export const readingPatch = z.partial(z.object({ ...readingFields, seen: z.partial(reading) }));

const readingParams = z.object({ vehicleId: id, readingId: id });

export const listReadings = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/readings',
  access: 'user',
  summary: 'List the readings that were entered alone, newest first: `limit` (100 by default, at most 500) after `cursor`.',
  params: vehicleParams,
  query: entryPageQuery,
  answer: z.object({ data: z.array(reading), nextCursor: z.nullable(z.string()) }),
  unexpectedError: 'readingsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const createReading = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/readings',
  access: 'user',
  summary:
    'Add a reading; performedOn defaults to today. A bicycle has none. With `isReset` it is the first one of a new odometer, and `oldReading` the last value of the old one, if it is known. `ask` and `isReadingRight` as for a record.',
  params: vehicleParams,
  body: readingInput,
  idempotent: true,
  answer: z.object({ data: reading, isDoubtful }),
  status: 201,
  successCode: 'readingsApi.create.success',
  validationError: 'readingsApi.400',
  unexpectedError: 'readingsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'readingsApi.404', 'entriesApi.limit', 'entriesApi.doubtful'],
});

export const updateReading = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/{vehicleId}/readings/{readingId}',
  access: 'user',
  summary: 'Update any fields of a reading. `seen` as for a record.',
  params: readingParams,
  body: readingPatch,
  answer: z.object({ data: reading, isDoubtful }),
  successCode: 'readingsApi.update.success',
  validationError: 'readingsApi.400',
  unexpectedError: 'readingsApi.500',
  errors: [
    'carsApi.404',
    'carsApi.hidden',
    'carsApi.archived',
    'readingsApi.404',
    'readingsApi.details',
    'api.changed',
    'entriesApi.doubtful',
  ],
});

export const removeReading = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/readings/{readingId}',
  access: 'user',
  summary: 'Delete a reading; for 24 hours it can be restored.',
  params: readingParams,
  answer: z.object({}),
  successCode: 'readingsApi.delete.success',
  unexpectedError: 'readingsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'readingsApi.404', 'readingsApi.details'],
});

export const restoreReading = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/readings/{readingId}/restore',
  access: 'user',
  summary: 'Undo the deletion of a reading within 24 hours. Changes nothing for one that is not deleted.',
  params: readingParams,
  answer: z.object({ data: reading }),
  successCode: 'readingsApi.restore.success',
  unexpectedError: 'readingsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'readingsApi.404', 'entriesApi.limit'],
});
