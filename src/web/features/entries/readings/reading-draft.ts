import type { FormErrors } from '@mantine/form';
import type { Language } from '#contract/languages.ts';
import { type Reading, readingInput } from '#contract/readings.ts';
import { readingError } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { localDay } from '../../../local-day.ts';

/** The fields of a reading, as typed. */
export interface ReadingDraft {
  performedOn: string;
  reading: string;
  /** The first value of a new odometer. */
  isReset: boolean;
  /** The last value of the old one; empty if it is not known. */
  oldReading: string;
  note: string;
}

export const newReading = (): ReadingDraft => ({
  ...{ performedOn: localDay(), reading: '', isReset: false, oldReading: '', note: '' },
});

export const draftOf = (
  entry: Pick<Reading, 'performedOn' | 'reading' | 'isReset' | 'oldReading' | 'note'>,
  language: Language,
): ReadingDraft => ({
  performedOn: entry.performedOn,
  reading: typedNumber(entry.reading, language),
  isReset: entry.isReset,
  oldReading: entry.oldReading === null ? '' : typedNumber(entry.oldReading, language),
  note: entry.note ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

export const bodyOf = (draft: ReadingDraft) => ({
  performedOn: draft.performedOn,
  reading: draft.reading,
  isReset: draft.isReset,
  // What was typed before the tick was removed stays in the form.
  oldReading: draft.isReset ? orNull(draft.oldReading) : null,
  note: orNull(draft.note),
});

const checkBody = schemaResolver(readingInput);

/** Error keys by field. */
export function checkReading(draft: ReadingDraft, unit: ReadingUnit): FormErrors {
  const body = bodyOf(draft);
  const { reading: _, ...errors } = checkBody(body);
  const wrong = readingError(draft.reading, unit);
  const wrongOld = body.oldReading === null ? undefined : readingError(body.oldReading, unit);
  return { ...errors, ...(wrong && { reading: wrong }), ...(wrongOld && { oldReading: wrongOld }) };
}
