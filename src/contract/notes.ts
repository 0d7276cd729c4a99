import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { normalizedText, seenText } from './fields.ts';
import { NOTE_MAX } from './limits.ts';
import { vehicleParams } from './vehicles.ts';

/** At most 350 characters (code points); a longer note is 422, an empty one 400. */
export const noteInput = z.object({
  text: normalizedText().check(
    z.minLength(1, 'validation.required'),
    z.refine((value) => [...value].length <= NOTE_MAX, 'notesApi.422'),
  ),
  /** The text as it was shown, null if there was none; 409 if the note has another text now. */
  seen: z.optional(z.nullable(seenText)),
});

const note = z.object({ text: z.string() });

export const getNote = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/note',
  access: 'user',
  summary: 'Get a vehicle’s note; null if there is none.',
  params: vehicleParams,
  answer: z.object({ data: z.nullable(note) }),
  unexpectedError: 'notesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden'],
});

export const putNote = endpoint({
  method: 'PUT',
  path: '/api/vehicles/{vehicleId}/note',
  access: 'user',
  summary: 'Create or replace a vehicle’s note.',
  params: vehicleParams,
  body: noteInput,
  answer: z.object({ data: note }),
  successCode: 'notesApi.update.success',
  validationError: 'notesApi.400',
  unexpectedError: 'notesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'notesApi.422', 'api.changed'],
});

export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/{vehicleId}/note',
  access: 'user',
  summary: 'Delete a vehicle’s note; for 24 hours it can be restored.',
  params: vehicleParams,
  answer: z.object({}),
  successCode: 'notesApi.delete.success',
  unexpectedError: 'notesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'notesApi.404'],
});

export const restoreNote = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/note/restore',
  access: 'user',
  summary: 'Undo the deletion of a vehicle’s note within 24 hours. Changes nothing if the vehicle has a note.',
  params: vehicleParams,
  answer: z.object({ data: note }),
  successCode: 'notesApi.restore.success',
  unexpectedError: 'notesApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.archived', 'notesApi.404'],
});
