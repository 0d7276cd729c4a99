import { expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import type { Entry } from '../entry.ts';
import {
  countOf,
  type LatestEntries,
  type TimelinePage,
  totalOf,
  withEntry,
  withoutEntry,
  withoutTimelineEntry,
  withTimelineEntry,
} from './cached-entries.ts';

const aRecord = (id: number, performedOn: string, price: number, operationName = 'Мийка'): ServiceRecord => ({
  id,
  performedOn,
  price,
  currency: 'UAH',
  operationName,
  partName: '-',
  partCode: '-',
  reading: 10,
});
const none: LatestEntries = { data: [], totalCost: 0, otherCurrencies: [], nextCursor: null };
const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);

test('keeps the latest records newest first with an exact total through additions, changes and removals', () => {
  const one = withEntry(
    withEntry(withEntry(none, aRecord(1, '2024-05-01', 0.1), 'UAH'), aRecord(2, '2025-05-01', 0.2), 'UAH'),
    aRecord(3, '2024-05-01', 1),
    'UAH',
  );
  expect(idsOf(one)).toEqual([2, 3, 1]);
  expect(one.totalCost).toBe(1.3);
  const changed = withEntry(one, aRecord(2, '2023-05-01', 0), 'UAH');
  expect(idsOf(changed)).toEqual([3, 1, 2]);
  expect(withoutEntry(changed, 'work:3', 'UAH')).toEqual({
    data: [aRecord(1, '2024-05-01', 0.1), aRecord(2, '2023-05-01', 0)],
    totalCost: 0.1,
    otherCurrencies: [],
    nextCursor: null,
  });
});

test('leaves a record that is older than the latest ones to the server, and keeps the total of one that becomes older', () => {
  const latest = {
    data: [aRecord(5, '2025-05-01', 1), aRecord(4, '2024-05-01', 1)],
    totalCost: 10,
    otherCurrencies: [],
    nextCursor: '2024-05-01_4',
  };
  expect(withEntry(latest, aRecord(3, '2024-05-01', 1), 'UAH')).toBe(latest);
  const moved = withEntry(latest, aRecord(5, '2020-05-01', 0.5), 'UAH');
  expect(idsOf(moved)).toEqual([4]);
  expect(moved.totalCost).toBe(9.5);
});

const pages: TimelinePage[] = [
  {
    data: [aRecord(5, '2025-05-01', 1), aRecord(4, '2024-05-01', 1)],
    years: [
      { year: '2025', records: 1, cost: 1, otherCurrencies: [] },
      { year: '2024', records: 5, cost: 7.3, otherCurrencies: [] },
    ],
    nextCursor: '2024-05-01_4',
  },
  { data: [aRecord(3, '2024-05-01', 0.1)], years: null, nextCursor: '2024-05-01_3' },
];
const listed = (changed: readonly TimelinePage[]) => changed.map(idsOf);
const yearsOf = (changed: readonly TimelinePage[]) => changed[0]?.years ?? [];

test('puts a record on the page of a history where the server has it, and counts it in its year', () => {
  const added = withTimelineEntry(pages, aRecord(9, '2024-05-01', 0.2), 'UAH', true);
  expect(listed(added)).toEqual([[5, 9, 4], [3]]);
  expect(yearsOf(added)).toEqual([
    { year: '2025', records: 1, cost: 1, otherCurrencies: [] },
    { year: '2024', records: 6, cost: 7.5, otherCurrencies: [] },
  ]);
  const moved = withTimelineEntry(pages, aRecord(5, '2026-01-01', 2), 'UAH', true);
  expect(listed(moved)).toEqual([[5, 4], [3]]);
  expect(yearsOf(moved)).toEqual([
    { year: '2026', records: 1, cost: 2, otherCurrencies: [] },
    { year: '2024', records: 5, cost: 7.3, otherCurrencies: [] },
  ]);
  expect(withTimelineEntry(pages, aRecord(2, '2023-01-01', 2), 'UAH', true)).toEqual(pages);
});

test('in a history that is searched, changes a listed record in its place and adds none', () => {
  expect(listed(withTimelineEntry(pages, aRecord(9, '2024-05-01', 1), 'UAH', false))).toEqual([[5, 4], [3]]);
  const changed = withTimelineEntry(pages, aRecord(3, '2026-05-01', 5), 'UAH', false);
  expect(listed(changed)).toEqual([[5, 4], [3]]);
  expect(changed[1]?.data[0]).toMatchObject({ price: 5 });
});

test('counts refunds negative, and loans, readings and other currencies not at all', () => {
  const cost = {
    performedOn: '2025-01-01',
    currency: 'UAH' as const,
    reading: null,
    title: 'x',
    total: 5,
    quantity: null,
    quantityUnit: null,
    refundOf: null,
  };
  const others: Entry[] = [
    { ...cost, id: 10, kind: 'cost', category: 'refund', place: null, note: null },
    { ...cost, id: 11, kind: 'cost', category: 'loan', place: null, note: null },
    { ...cost, id: 12, kind: 'cost', category: 'wash', place: null, note: null },
    { ...cost, id: 14, kind: 'cost', category: 'wash', place: null, note: null, currency: 'EUR' },
    { id: 13, kind: 'reading', performedOn: '2025-01-01', reading: 10, isReset: false, oldReading: null, note: null, isFromDetails: false },
  ];
  const sums = others.map((entry) => yearsOf(withTimelineEntry(pages, entry, 'UAH', true)).find(({ year }) => year === '2025'));
  expect(sums.map((year) => [year?.records, year?.cost])).toEqual([
    [2, -4],
    [2, 1],
    [2, 6],
    [2, 1],
    [2, 1],
  ]);
});

test('removes a record with its part of the year, and a year with its last record', () => {
  expect(yearsOf(withoutTimelineEntry(pages, 'work:3', 'UAH'))).toContainEqual({
    year: '2024',
    records: 4,
    cost: 7.2,
    otherCurrencies: [],
  });
  expect(yearsOf(withoutTimelineEntry(pages, 'work:5', 'UAH'))).toEqual([{ year: '2024', records: 5, cost: 7.3, otherCurrencies: [] }]);
  expect(withoutTimelineEntry(pages, 'work:99', 'UAH')).toEqual(pages);
});

test('sums and counts all years or one of them', () => {
  const totals = [totalOf(yearsOf(pages)), totalOf(yearsOf(pages), '2024'), totalOf(yearsOf(pages), '2020')];
  expect(totals.map(({ totalCost }) => totalCost)).toEqual([8.3, 7.3, 0]);
  expect([countOf(yearsOf(pages)), countOf(yearsOf(pages), '2024')]).toEqual([6, 5]);
});
