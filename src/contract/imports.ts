import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import type { ErrorCode, FieldErrorCode } from './errors.ts';
import { id } from './fields.ts';
import { IMPORT_FIELD_MAX, VEHICLES_PER_ACCOUNT } from './limits.ts';
import { importTable, tableAnswers } from './tables.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** The programs whose files are read; `carnet` is the export of an account, `csv` a table of any other program. */
export const IMPORT_SOURCES = [
  ...(['fuelio', 'drivvo', 'fuelly', 'spritmonitor', 'lubelogger', 'simplyauto', 'myfuelmanager', 'tracktor'] as const),
  ...(['csv', 'carnet'] as const),
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Where the entries of a vehicle in the file go: to one of the account, by its id, to a new one, or nowhere. */
export const IMPORT_NEW = 'new';
export const IMPORT_NOWHERE = 'nowhere';

/** Why something is left out: a code of the catalogue with its text, and the field that it is about, if any. */
const reason = z.object({ code: z.string(), field: z.nullable(z.string()) });
export type ImportReason = { code: ErrorCode | FieldErrorCode; field: string | null };

const refusedRow = z.object({
  /** The number of the line or entry in the file. */
  line: z.number(),
  /** What the file says there, shortened. */
  content: z.string(),
  reason,
});
export type RefusedRow = z.core.output<typeof refusedRow>;

const target = z.union([z.number(), z.literal(IMPORT_NEW), z.literal(IMPORT_NOWHERE)]);
export type ImportTarget = z.core.output<typeof target>;

const importedVehicle = z.object({
  /** Its place in the file. */
  index: z.number(),
  name: z.string(),
  /** VIN, HIN or serial number. */
  number: z.nullable(z.string()),
  target,
  /** Whether the target is a guess by the name. */
  isGuess: z.boolean(),
  /** Why nothing of it is brought; null if it is. */
  reason: z.nullable(reason),
  /** What a new vehicle still needs. */
  missing: z.array(reason),
  /** What will be added, what is there already, and what cannot be taken. */
  fresh: z.number(),
  known: z.number(),
  refused: z.number(),
  /** What the file has of it, if nothing of it is brought. */
  leftOut: z.number(),
});
export type ImportedVehicle = z.core.output<typeof importedVehicle>;

const counts = z.object({
  ...(Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, z.number()])) as Record<(typeof ENTRY_KINDS)[number], z.ZodMiniNumber>),
  plan: z.number(),
});

export const importPreview = z.object({
  id: z.number(),
  /** `done` once it is confirmed. */
  status: z.enum(['open', 'done']),
  source: z.enum(IMPORT_SOURCES),
  fileName: z.string(),
  /** Until when it can be confirmed, or undone. */
  expiresAt: z.string(),
  /** The first and the last day of the entries. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  vehicles: z.array(importedVehicle),
  /** What will be added, or was, by kind. */
  counts,
  fresh: z.number(),
  known: z.number(),
  /** Of vehicles that are left out. */
  leftOut: z.number(),
  refusedCount: z.number(),
  /** The first ones. */
  refused: z.array(refusedRow),
  /** How a table was read; null for other files. */
  table: z.nullable(importTable),
});
export type ImportPreview = z.core.output<typeof importPreview>;

const importParams = z.object({ importId: id });
const data = z.object({ data: importPreview });

const FILE_ERRORS = [
  ...(['importsApi.limit', 'importsApi.running', 'importsApi.413', 'importsApi.unknown', 'importsApi.damaged'] as const),
  ...(['importsApi.version', 'importsApi.tooMuch', 'importsApi.empty'] as const),
] as const;

export const createImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  access: 'user',
  summary:
    'Read a file (multipart, field `file`, at most 50 MB) that this or another program exported, and get a preview of what it would add. Nothing is added before it is confirmed. Replaces a preview that was not. At most 40 per hour, one at a time.',
  upload: 'file',
  answer: data,
  status: 201,
  successCode: 'importsApi.create.success',
  unexpectedError: 'importsApi.500',
  errors: FILE_ERRORS,
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: 'user',
  summary: 'List the preview that waits for a confirmation, and what was imported in the last 24 hours, newest first.',
  answer: z.object({ data: z.array(importPreview) }),
  unexpectedError: 'importsApi.500',
  errors: [],
});

export const getReadRows = endpoint({
  method: 'GET',
  path: '/api/imports/progress',
  access: 'user',
  summary:
    'Get how many rows of the file that is being read have been read, about once a second; null if none is. Their total is known when the file has been read.',
  answer: z.object({ data: z.nullable(z.object({ rows: z.number() })) }),
  unexpectedError: 'importsApi.500',
  errors: [],
});

const field = z.string(key('validation.required')).check(z.maxLength(IMPORT_FIELD_MAX, key('validation.tooLong')));
const answer = z.object({
  /** Its place in `vehicles`. */
  index: z.number(key('validation.invalid')).check(z.int(key('validation.invalid')), z.minimum(0, key('validation.invalid'))),
  target: z.optional(z.union([z.number(), z.literal(IMPORT_NEW), z.literal(IMPORT_NOWHERE)], key('validation.choice'))),
  /** What the file does not say about a new vehicle, by the names of its fields. */
  fields: z.optional(z.record(field, field, key('validation.invalid'))),
});

export const updateImport = endpoint({
  method: 'PATCH',
  path: '/api/imports/{importId}',
  access: 'user',
  summary: 'Say where the entries of vehicles go, and what the file does not say about new vehicles. Answers the new preview.',
  params: importParams,
  body: z.object({
    vehicles: z.array(answer, key('validation.invalid')).check(z.maxLength(VEHICLES_PER_ACCOUNT, key('validation.invalid'))),
  }),
  answer: data,
  successCode: 'importsApi.update.success',
  validationError: 'importsApi.400',
  unexpectedError: 'importsApi.500',
  errors: ['importsApi.404', 'importsApi.done', 'carsApi.404'],
});

export const readTableAgain = endpoint({
  method: 'PUT',
  path: '/api/imports/{importId}/table',
  access: 'user',
  summary:
    'Read the table of a preview again with other answers, which are kept for the next table with the same columns. Answers a new preview with an id of its own; counts as a file (createImport). 404 also for a file that is not a table.',
  params: importParams,
  body: tableAnswers,
  isLong: true,
  answer: data,
  successCode: 'importsApi.update.success',
  validationError: 'importsApi.400',
  unexpectedError: 'importsApi.500',
  errors: ['importsApi.404', 'importsApi.done', 'importsApi.limit', 'importsApi.running', 'importsApi.unknown', 'importsApi.damaged'],
});

export const confirmImport = endpoint({
  method: 'POST',
  path: '/api/imports/{importId}/confirm',
  access: 'user',
  summary: 'Add what the preview says, all or nothing. A repeated request changes nothing. For 24 hours it can be undone.',
  params: importParams,
  answer: data,
  successCode: 'importsApi.confirm.success',
  unexpectedError: 'importsApi.500',
  errors: ['importsApi.404', 'importsApi.nothing', 'importsApi.changed'],
});

/** An entry that was changed since the import and therefore stays. */
const kept = z.object({ vehicleId: z.number(), id: z.number(), kind: z.enum(ENTRY_KINDS), performedOn: z.string() });

export const removeImport = endpoint({
  method: 'DELETE',
  path: '/api/imports/{importId}',
  access: 'user',
  summary:
    'Discard a preview, or undo an import within 24 hours: what it added is deleted, except entries that were changed since, which are listed (at most 100), and vehicles with such entries or with anything that was added since.',
  params: importParams,
  answer: z.object({ removed: z.number(), keptCount: z.number(), kept: z.array(kept) }),
  successCode: 'importsApi.delete.success',
  unexpectedError: 'importsApi.500',
  errors: ['importsApi.404'],
});

export const getRefusedRows = endpoint({
  method: 'GET',
  path: '/api/imports/{importId}/refused',
  access: 'user',
  summary: 'Get the rows that cannot be taken as a CSV in the language of the request: line, content and reason.',
  params: importParams,
  answer: z.object({ name: z.string(), parts: z.custom<AsyncIterable<string>>() }),
  file: 'text/csv',
  unexpectedError: 'importsApi.500',
  errors: ['importsApi.404'],
});
