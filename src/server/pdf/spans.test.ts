import { expect, test } from 'vitest';
import { monthsUntil, yearSpans } from './spans.ts';

const sum = { records: 2, cost: 10, groups: {}, distance: 300 };
const none = { records: 0, cost: 0, distance: null };
const noDistances = { months: [], years: [] };

test('the last months are twelve, newest first, with those without records', () => {
  const months = [
    { month: '2024-02', ...sum },
    { month: '2025-12', ...sum },
    { month: '2026-02', ...sum, distance: null },
  ];
  const distances = {
    ...noDistances,
    months: [
      { month: '2025-12', distance: 300 },
      { month: '2026-01', distance: 20 },
    ],
  };
  const spans = monthsUntil({ months, distances }, '2026-03-31');
  expect(spans).toHaveLength(12);
  expect(spans.slice(0, 4)).toEqual([
    { when: '2026-03', ...none },
    { when: '2026-02', records: 2, cost: 10, distance: null },
    { when: '2026-01', ...none, distance: 20 },
    { when: '2025-12', records: 2, cost: 10, distance: 300 },
  ]);
  expect(spans.at(-1)).toEqual({ when: '2025-04', ...none });
});

test('a record of the day after the report is in the last months', () => {
  const spans = monthsUntil({ months: [{ month: '2027-01', ...sum }], distances: noDistances }, '2026-12-31');
  expect(spans.slice(0, 2).map(({ when, records }) => [when, records])).toEqual([
    ['2027-01', 2],
    ['2026-12', 0],
  ]);
});

test('years are newest first, with those of readings alone', () => {
  const yearOf = (year: number) => ({ year, since: null, until: null, otherCurrencies: [], ...sum, distanceReason: null });
  const distances = { ...noDistances, years: [2020, 2021, 2026].map((year) => ({ year, distance: 300 })) };
  const spans = yearSpans({ years: [yearOf(2020), yearOf(2024)], distances }, '2026-03-31');
  expect(spans.map(({ when, until, records, distance }) => [when, until, records, distance])).toEqual([
    ['2026', '2026-03-31', 0, 300],
    ['2024', null, 2, 300],
    ['2021', null, 0, 300],
    ['2020', null, 2, 300],
  ]);
});
