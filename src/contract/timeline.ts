import * as z from 'zod/mini';
import { cost } from './costs.ts';
import { otherCurrencies } from './currencies.ts';
import { endpoint } from './endpoint.ts';
import { entryKinds } from './entry-kinds.ts';
import type { FieldErrorCode } from './errors.ts';
import { normalizedText } from './fields.ts';
import { fill } from './fills.ts';
import { RECORDS_PAGE_MAX, TIMELINE_SEARCH_MAX } from './limits.ts';
import { reading } from './readings.ts';
import { pageLimit, record, recordId, referenceReading } from './records.ts';
import { vehicleParams } from './vehicles.ts';

/** Orders of a history: by day, the newest or the oldest first, or by reading or amount, the highest first. */
export const TIMELINE_SORTS = ['newest', 'oldest', 'reading', 'price'] as const;
export type TimelineSort = (typeof TIMELINE_SORTS)[number];

/** Search text: each word must occur in the name of the work, the part or its code, or be the day, price or reading. May be empty. */
export const searchText = z.optional(normalizedText().check(z.maxLength(TIMELINE_SEARCH_MAX, 'validation.tooLong')));

/** Position of an entry in a sorted history: its day, its reading in tenths or its amount in cents, and its id. */
export const timelineCursor = z.pipe(
  z.string().check(z.regex(/^(?:\d{4}-\d{2}-\d{2}|-?\d{1,15})_[1-9]\d{0,14}$/, 'validation.invalid')),
  z.transform((cursor: string): TimelineCursor => {
    const [key = '', recordId] = cursor.split('_');
    return { key: key.includes('-', 1) ? key : Number(key), id: Number(recordId) };
  }),
);
export interface TimelineCursor {
  key: string | number;
  id: number;
}

const yearOfHistory = z.string().check(z.regex(/^\d{4}$/, 'validation.year.format'));

const kindSum = z.object({ count: z.number(), sum: z.number(), otherCurrencies });
/**
 * A year of a history: the number of its entries and the sum of their amounts in the owner's currency, without loans and less refunds; with
 * `kind` also of each kind.
 */
const historyYear = z.object({
  year: z.string(),
  records: z.number(),
  cost: z.number(),
  otherCurrencies,
  kinds: z.optional(z.partial(z.object({ work: kindSum, fill: kindSum, cost: kindSum, reading: kindSum }))),
});
export type HistoryYear = z.core.output<typeof historyYear>;

/** An entry of a history; a record has its kind only in answers to a request with `kind`. */
const timelineItem = z.union([
  z.extend(record, { kind: z.optional(z.literal('work')) }),
  z.extend(fill, { kind: z.literal('fill') }),
  z.extend(cost, { kind: z.literal('cost') }),
  z.extend(reading, { kind: z.literal('reading') }),
]);
export type TimelineItem = z.core.output<typeof timelineItem>;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/timeline',
  access: 'user',
  summary: [
    'Search, filter and sort a vehicle’s history:',
    `a page of \`limit\` (100 by default, at most ${RECORDS_PAGE_MAX}) entries after \`cursor\`,`,
    'or from the entry `at` on (newest first, not with `q` or `year`).',
    'Only records, or the entries of the kinds in `kind` (separated by commas), which then name their kind.',
    'Each word of `q` must occur in a text of the entry, or be the day, month, year, amount or reading.',
    '`years` are the years with entries that match `q`, newest first,',
    'and `nearest` is the entry whose reading is nearest to `q` if that is a reading; both are null on later pages.',
    '`nextCursor` is null on the last page.',
  ].join(' '),
  params: vehicleParams,
  query: z
    .object({
      q: searchText,
      kind: z.optional(entryKinds),
      year: z.optional(yearOfHistory),
      sort: z.optional(z.enum(TIMELINE_SORTS, 'validation.choice')),
      limit: z.optional(pageLimit),
      cursor: z.optional(timelineCursor),
      at: z.optional(recordId),
    })
    .check(({ value: { at, q, year, sort = 'newest' }, issues }) => {
      if (at !== undefined && (q || year || sort !== 'newest'))
        issues.push({ code: 'custom', message: 'validation.invalid' satisfies FieldErrorCode, path: ['at'], input: at });
    }),
  answer: z.object({
    data: z.array(timelineItem),
    years: z.nullable(z.array(historyYear)),
    nearest: z.nullable(referenceReading),
    nextCursor: z.nullable(z.string()),
    isComplete: z.boolean(),
  }),
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'recordsApi.404'],
});

const ofVehicle = { vehicleId: z.number() };
/** A found fill has no consumption, which would take all fills of its vehicle. */
const foundEntry = z.union([
  z.extend(record, { kind: z.optional(z.literal('work')), ...ofVehicle }),
  z.extend(z.omit(fill, { consumption: true, consumptionReason: true }), { kind: z.literal('fill'), ...ofVehicle }),
  z.extend(cost, { kind: z.literal('cost'), ...ofVehicle }),
  z.extend(reading, { kind: z.literal('reading'), ...ofVehicle }),
]);
export type FoundEntry = z.core.output<typeof foundEntry>;

export const searchRecords = endpoint({
  method: 'GET',
  path: '/api/records',
  access: 'user',
  summary:
    'Search the records of all usable vehicles, or the entries of the kinds in `kind`: the newest matches of each vehicle, at most 5 per vehicle and 50 in all. `isComplete` is false if there are more, or if the search took longer than 5 seconds.',
  query: z.object({ q: searchText, kind: z.optional(entryKinds) }),
  answer: z.object({ data: z.array(foundEntry), isComplete: z.boolean() }),
  unexpectedError: 'recordsApi.500',
  errors: [],
});
