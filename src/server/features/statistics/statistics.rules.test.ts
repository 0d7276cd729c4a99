import { expect, test } from 'vitest';
import { yearOverYearOf } from './statistics.rules.ts';

test.each([
  ['2025-12-31', null],
  ['2026-01-01', 0.25],
])('on %s the change of the year 2025 is %s', (today, change) => {
  const years = [
    { year: 2024, cost: 200 },
    { year: 2025, cost: 250 },
  ];
  expect(yearOverYearOf(years, { from: '2024-01-01', to: '2025-12-31' }, today)[1]?.change).toBe(change);
});
