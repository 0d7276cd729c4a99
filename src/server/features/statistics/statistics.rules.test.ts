import { expect, test } from 'vitest';
import type { MonthRow } from '../entries/collected.service.ts';
import { yearOverYearOf, yearsOf } from './statistics.rules.ts';

test.each([
  ['2025-12-31', null, null],
  ['2026-01-01', null, 0.25],
  ['2026-01-01', '2024-01-02', null],
])('until %s, with a first record on %s, the change of the year 2025 is %s', (end, since, change) => {
  const monthOf = (firstDay: string, cost: number): MonthRow => ({
    ...{ vehicleId: 1, month: firstDay.slice(0, 7), firstDay, records: 1, cost, withoutAmount: 0 },
    ...{ kind: 'work', group: 'maintenance' },
  });
  const years = yearsOf([monthOf(since ?? '2024-01-01', 200), monthOf('2025-06-01', 250)], end);
  expect(yearOverYearOf(years)[1]?.change).toBe(change);
});
