import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { type EntryKindName, entryKinds } from './entry-kinds.ts';
import { REPORT_VEHICLES_MAX } from './limits.ts';
import { vehicleParams } from './vehicles.ts';

/** `without` leaves out the prices of the records and all sums. */
const PRICES = ['with', 'without'] as const;
export type ReportPrices = (typeof PRICES)[number];
const prices = z._default(z.enum(PRICES, 'validation.choice'), 'with');

/** The kinds of entries that a report lists if none are chosen. */
export const REPORT_KINDS: EntryKindName[] = ['work', 'reading'];
const kinds = z._default(entryKinds, REPORT_KINDS);

/** Vehicle ids, separated by commas; repeated ones count once. */
const vehicleIds = z
  .pipe(
    z.string('validation.required').check(z.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, 'validation.invalid')),
    z.transform((ids: string) => [...new Set(ids.split(',').map(Number))]),
  )
  .check(z.maxLength(REPORT_VEHICLES_MAX, 'validation.tooLong'));

/** A file of `size` bytes and its name for the download. */
const file = z.object({ name: z.string(), size: z.number(), parts: z.custom<AsyncIterable<Uint8Array>>() });

const report = {
  access: 'user',
  answer: file,
  file: 'application/pdf',
  unexpectedError: 'reportsApi.500',
} as const;

export const getVehicleReport = endpoint({
  ...report,
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/report',
  summary:
    'Get one of the user’s vehicles with its statistics and its history as a PDF, in the language of the request; `prices` without leaves out all amounts, and `kinds` are the kinds of entries that it lists (work and reading by default; never fines, loan payments and refunds). For family and business; at most 20 PDFs per hour, one at a time.',
  params: vehicleParams,
  query: z.object({ prices, kinds }),
  errors: ['carsApi.404', 'carsApi.hidden', 'reportsApi.tariff', 'reportsApi.limit', 'reportsApi.running'],
});

export const getVehiclesReport = endpoint({
  ...report,
  method: 'GET',
  path: '/api/reports/vehicles',
  summary:
    'Get several of the user’s vehicles with their statistics and histories as one PDF, with `prices` and `kinds` as for one vehicle: at most 100 vehicles with 20,000 entries of those kinds together. For business; at most 20 PDFs per hour, one at a time.',
  query: z.object({ ids: vehicleIds, prices, kinds }),
  errors: ['carsApi.404', 'carsApi.hidden', 'reportsApi.tariff', 'reportsApi.tooLarge', 'reportsApi.limit', 'reportsApi.running'],
});
