import { expect, test } from 'vitest';
import type { Currency } from '#contract/tariffs.ts';
import type { MonthRow } from '../entries/collected.service.ts';
import { byCurrency } from '../entries/currencies.rules.ts';
import { yearOverYearOf, yearsOf } from './statistics.rules.ts';

test.each([
  ['2025-12-31', null, undefined, null],
  ['2026-01-01', null, undefined, 0.25],
  ['2026-01-01', '2024-01-02', undefined, null],
  ['2026-01-01', null, '2024-05-01', null],
  ['2026-01-01', null, '2025-05-01', null],
])('until %s, with a first record on %s and another currency on %s, the change of the year 2025 is %s', (end, since, foreign, change) => {
  const monthOf = (firstDay: string, cost: number, currency: Currency = 'UAH'): MonthRow => ({
    ...{ vehicleId: 1, month: firstDay.slice(0, 7), firstDay, records: 1, cost, withoutAmount: 0 },
    ...{ kind: 'work', group: 'maintenance', currency },
  });
  const months = [monthOf(since ?? '2024-01-01', 200), monthOf('2025-06-01', 250), ...(foreign ? [monthOf(foreign, 1, 'EUR')] : [])];
  const years = yearsOf(byCurrency(months, 'UAH'), 'UAH', end);
  expect(yearOverYearOf(years)[1]?.change).toBe(change);
});
