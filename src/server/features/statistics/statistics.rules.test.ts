import { expect, test } from 'vitest';
import { yearOverYearOf } from './statistics.rules.ts';

test.each([
  ['2025-12-31', null, null],
  ['2026-01-01', null, 0.25],
  ['2026-01-01', '2024-01-02', null],
])('until %s, with a first record on %s, the change of the year 2025 is %s', (end, since, change) => {
  const years = [
    { year: 2024, records: 1, since, cost: 200 },
    { year: 2025, records: 1, since: null, cost: 250 },
  ];
  expect(yearOverYearOf(years, end)[1]?.change).toBe(change);
});
