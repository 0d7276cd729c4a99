import { useForm } from '@mantine/form';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { RecordDraft } from './record-draft.ts';
import { useYearOfDate } from './use-year-of-date.ts';

function written(unit: ReadingUnit, performedOn: string, reading: string) {
  const { result } = renderHook(() => {
    const initialValues: RecordDraft = { performedOn, reading, operationName: '', partName: '', partCode: '', price: '' };
    const form = useForm<RecordDraft>({ initialValues });
    useYearOfDate(form, unit);
    return form;
  });
  const type = (field: keyof RecordDraft, value: string) => act(() => result.current.setFieldValue(field, value));
  return { type, reading: () => result.current.values.reading };
}

test('the year of a bicycle follows the date, even while the date is being typed', () => {
  const { type, reading } = written('year', '2026-06-14', '2026');
  for (const date of ['', '0002-05-01', '0020-05-01', '0202-05-01', '2024-05-01']) type('performedOn', date);
  expect(reading()).toBe('2024');
});

test('keeps a typed year', () => {
  const { type, reading } = written('year', '2026-06-14', '2026');
  type('reading', '2019');
  type('performedOn', '2024-05-01');
  expect(reading()).toBe('2019');
  const other = written('year', '2026-06-14', '2019');
  other.type('performedOn', '2024-05-01');
  expect(other.reading()).toBe('2019');
});

test('a mileage that looks like a year does not follow the date', () => {
  const { type, reading } = written('km', '2026-06-14', '2026');
  type('performedOn', '2024-05-01');
  expect(reading()).toBe('2026');
});
