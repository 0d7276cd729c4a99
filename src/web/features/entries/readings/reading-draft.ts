import type { FormErrors } from '@mantine/form';
import type { Language } from '#contract/languages.ts';
import { readingInput } from '#contract/readings.ts';
import { readingError } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { localDay } from '../../../local-day.ts';

/** The fields of a reading, as typed. */
export interface ReadingDraft {
  performedOn: string;
  reading: string;
  note: string;
}

export const newReading = (): ReadingDraft => ({ performedOn: localDay(), reading: '', note: '' });

export const draftOf = (entry: { performedOn: string; reading: number; note: string | null }, language: Language): ReadingDraft => ({
  performedOn: entry.performedOn,
  reading: typedNumber(entry.reading, language),
  note: entry.note ?? '',
});

export const bodyOf = (draft: ReadingDraft) => ({
  performedOn: draft.performedOn,
  reading: draft.reading,
  note: draft.note.trim() === '' ? null : draft.note,
});

const checkBody = schemaResolver(readingInput);

/** Error keys by field. */
export function checkReading(draft: ReadingDraft, unit: ReadingUnit): FormErrors {
  const { reading: _, ...errors } = checkBody(bodyOf(draft));
  const wrong = readingError(draft.reading, unit);
  return { ...errors, ...(wrong && { reading: wrong }) };
}
