import { expect, test } from 'vitest';
import { monthsUntil, yearSpans } from './spans.ts';

const sum = { records: 2, cost: 10, distance: 300 };
const none = { records: 0, cost: 0, distance: null };

test('the last months are twelve, newest first, with those without records', () => {
  const months = monthsUntil(
    [
      { month: '2025-12', ...sum },
      { month: '2026-02', ...sum, distance: null },
      { month: '2024-02', ...sum },
    ],
    '2026-03-31',
  );
  expect(months).toHaveLength(12);
  expect(months.slice(0, 4)).toEqual([
    { when: '2026-03', ...none },
    { when: '2026-02', ...sum, distance: null },
    { when: '2026-01', ...none },
    { when: '2025-12', ...sum },
  ]);
  expect(months.at(-1)).toEqual({ when: '2025-04', ...none });
});

test('a record of the day after the report is in the last months', () => {
  const [first, second] = monthsUntil([{ month: '2027-01', ...sum }], '2026-12-31');
  expect([first, second?.when]).toEqual([{ when: '2027-01', ...sum }, '2026-12']);
});

test('years are newest first', () => {
  expect(
    yearSpans([
      { year: 2020, since: null, until: null, ...sum },
      { year: 2024, since: null, until: null, ...sum },
    ]).map(({ when }) => when),
  ).toEqual(['2024', '2020']);
});
