import { expect, test } from 'vitest';
import type { Cost } from '#contract/costs.ts';
import { yearlyDue } from './yearly-costs.ts';

const TODAY = '2026-11-28';
const costOf = (performedOn: string, category: Cost['category'] = 'insurance', title = 'ОСЦПВ'): Cost => ({
  ...{
    id: 1,
    performedOn,
    currency: 'UAH',
    reading: null,
    category,
    title,
    total: 10,
    quantity: null,
    quantityUnit: null,
    refundOf: null,
    place: null,
    note: null,
  },
});
const daysOf = (...costs: Cost[]) => yearlyDue(costs, TODAY).map(({ performedOn }) => performedOn);

test.each([
  ['2025-12-29', false],
  ['2025-12-28', true],
  ['2025-11-28', true],
  ['2024-11-28', true],
  ['2024-11-27', false],
])('a payment of %s is due again: %s', (day, isDue) => {
  expect(daysOf(costOf(day))).toEqual(isDue ? [day] : []);
});

test('what was paid since is not due, whatever its letters; another title is another payment', () => {
  expect(daysOf(costOf('2026-10-01', 'insurance', 'осцпв'), costOf('2025-10-01'), costOf('2025-09-01', 'insurance', 'КАСКО'))).toEqual([
    '2025-09-01',
  ]);
});

test('only insurance, tax and inspection are yearly, and the three oldest are shown', () => {
  expect(daysOf(costOf('2025-10-01', 'parking'), costOf('2025-09-01', 'refund'))).toEqual([]);
  const titles = ['a', 'b', 'c', 'd'];
  expect(daysOf(...titles.map((title, index) => costOf(`2025-0${9 - index}-01`, 'tax', title)))).toEqual([
    '2025-06-01',
    '2025-07-01',
    '2025-08-01',
  ]);
});
