import * as z from 'zod/mini';
import { shownCurrency } from './currencies.ts';
import type { FieldErrorCode } from './errors.ts';
import { day, normalizedLine, normalizedText, typedNumber } from './fields.ts';
import { ENTRIES_PAGE, ENTRY_NOTE_MAX, PLACE_MAX, VOLUME_MAX } from './limits.ts';
import type { NumberRule } from './numbers.ts';
import { doubtFields, pageLimit, readingUnit, recordCursor, typedReading } from './records.ts';

/** What the kinds of entries other than work share. In all of them null means "none", and clears a field in a PATCH. */

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** One line, or null; an empty text is null. */
export const optionalLine = (max: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        normalizedLine().check(z.maxLength(max, key('validation.tooLong'))),
        z.transform((text: string) => text || null),
      ),
    ),
  );

/** Volumes have no thousands separator but a space: 11,308 is 11.308. */
export const VOLUME_RULE: NumberRule = { decimals: 3, max: VOLUME_MAX, thousands: false, kind: 'volume' };
export const typedVolume = typedNumber(VOLUME_RULE).check(z.refine((volume) => volume > 0, key('validation.number.zero')));

export const flag = z.optional(z.boolean(key('validation.invalid')));

export const entryFields = {
  ...doubtFields,
  performedOn: z.optional(day),
  readingUnit,
  note: z.optional(
    z.nullable(
      z.pipe(
        normalizedText().check(z.maxLength(ENTRY_NOTE_MAX, key('validation.tooLong'))),
        z.transform((text: string) => text || null),
      ),
    ),
  ),
};

export const placeFields = {
  /** null if it is not known. */
  reading: z.optional(z.nullable(typedReading)),
  currency: shownCurrency,
  place: optionalLine(PLACE_MAX),
};

/** An amount of money. */
export const amount = z.number().check(z.minimum(0));

/** What every kind other than work returns. */
export const entryWire = {
  id: z.number(),
  performedOn: z.string(),
  /** In the vehicle's unit; null if it is not known. */
  reading: z.nullable(z.number()),
  note: z.nullable(z.string()),
};

/** A page of a kind: newest day first, then newest id. */
export const entryPageQuery = z.object({ limit: z._default(pageLimit, ENTRIES_PAGE), cursor: z.optional(recordCursor) });
