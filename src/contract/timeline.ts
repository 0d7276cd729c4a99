import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { FieldErrorCode } from './errors.ts';
import { normalizedText } from './fields.ts';
import { RECORDS_PAGE_MAX, TIMELINE_SEARCH_MAX } from './limits.ts';
import { pageLimit, record, recordId, referenceReading } from './records.ts';
import { vehicleParams } from './vehicles.ts';

/** Orders of a history: by day, the newest or the oldest first, or by reading or price, the highest first. */
export const TIMELINE_SORTS = ['newest', 'oldest', 'reading', 'price'] as const;
export type TimelineSort = (typeof TIMELINE_SORTS)[number];

/** Search text: each word must occur in the name of the work, the part or its code, or be the day, price or reading. May be empty. */
export const searchText = z.optional(normalizedText().check(z.maxLength(TIMELINE_SEARCH_MAX, 'validation.tooLong')));

/** Position of a record in a sorted history: its day, its reading in tenths or its price in cents, and its id. */
export const timelineCursor = z.pipe(
  z.string().check(z.regex(/^(?:\d{4}-\d{2}-\d{2}|\d{1,15})_[1-9]\d{0,14}$/, 'validation.invalid')),
  z.transform((cursor: string): TimelineCursor => {
    const [key = '', recordId] = cursor.split('_');
    return { key: key.includes('-') ? key : Number(key), id: Number(recordId) };
  }),
);
export interface TimelineCursor {
  key: string | number;
  id: number;
}

const yearOfHistory = z.string().check(z.regex(/^\d{4}$/, 'validation.year.format'));

/** A year of a history: the number of its records and the sum of their prices in the owner's currency. */
const historyYear = z.object({ year: z.string(), records: z.number(), cost: z.number() });
export type HistoryYear = z.core.output<typeof historyYear>;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/vehicles/{vehicleId}/timeline',
  access: 'user',
  summary: [
    'Search, filter and sort a vehicle’s history:',
    `a page of \`limit\` (100 by default, at most ${RECORDS_PAGE_MAX}) records after \`cursor\`,`,
    'or from the record `at` on (newest first, not with `q` or `year`).',
    'Each word of `q` must occur in the operation, the part or its code, or be the day, month, year, price or reading.',
    '`years` are the years with records that match `q`, newest first,',
    'and `nearest` is the record whose reading is nearest to `q` if that is a reading; both are null on later pages.',
    '`nextCursor` is null on the last page.',
  ].join(' '),
  params: vehicleParams,
  query: z
    .object({
      q: searchText,
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
    data: z.array(record),
    years: z.nullable(z.array(historyYear)),
    nearest: z.nullable(referenceReading),
    nextCursor: z.nullable(z.string()),
    isComplete: z.boolean(),
  }),
  unexpectedError: 'recordsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'recordsApi.404'],
});

const foundRecord = z.extend(record, { vehicleId: z.number() });
export type FoundRecord = z.core.output<typeof foundRecord>;

export const searchRecords = endpoint({
  method: 'GET',
  path: '/api/records',
  access: 'user',
  summary:
    'Search the records of all usable vehicles: the newest matches of each vehicle, at most 5 per vehicle and 50 in all. `isComplete` is false if there are more, or if the search took longer than 5 seconds.',
  query: z.object({ q: searchText }),
  answer: z.object({ data: z.array(foundRecord), isComplete: z.boolean() }),
  unexpectedError: 'recordsApi.500',
  errors: [],
});
