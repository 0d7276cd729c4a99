import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { YEAR_MIN } from '#contract/limits.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { RecordDraft } from './record-draft.ts';

/** A bicycle's reading is the year of the work: it follows the date until a different year is typed. */
export function useYearOfDate(form: Pick<UseFormReturnType<RecordDraft>, 'values' | 'setFieldValue'>, unit: ReadingUnit): void {
  const { performedOn, reading } = form.values;
  const year = performedOn.slice(0, 4);
  const followed = useRef(year);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the year changes
  useEffect(() => {
    // While a year is typed, its value passes through 0002, 0020 and 0202.
    if (unit !== 'year' || Number(year) < YEAR_MIN) return;
    if (reading === followed.current) form.setFieldValue('reading', year);
    followed.current = year;
  }, [year]);
}
