import { expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { type HistoryPage, historyOf, withoutRecord, withRecord } from './record-list.ts';

const aRecord = (id: number, performedOn: string, price: number, operationName = 'Мийка'): ServiceRecord => ({
  id,
  performedOn,
  price,
  operationName,
  partName: '-',
  partCode: '-',
  reading: 10,
});
const none: HistoryPage[] = [{ data: [], totalCost: 0, nextCursor: null }];
const idsOf = (pages: HistoryPage[]) => pages.map(({ data }) => data.map(({ id }) => id));
const totalOf = (pages: HistoryPage[]) => pages.map(({ totalCost }) => totalCost);

test('keeps records newest first with an exact total through additions, changes and removals', () => {
  const one = withRecord(
    withRecord(withRecord(none, aRecord(1, '2024-05-01', 0.1)), aRecord(2, '2025-05-01', 0.2)),
    aRecord(3, '2024-05-01', 1),
  );
  expect(idsOf(one)).toEqual([[2, 3, 1]]);
  expect(historyOf(one).totalCost).toBe(1.3);
  const changed = withRecord(one, aRecord(2, '2023-05-01', 0));
  expect(idsOf(changed)).toEqual([[3, 1, 2]]);
  expect(historyOf(withoutRecord(changed, 3))).toEqual({
    data: [aRecord(1, '2024-05-01', 0.1), aRecord(2, '2023-05-01', 0)],
    totalCost: 0.1,
  });
});

test('puts a record on the page where the server has it; one beyond the loaded pages changes only the total', () => {
  const pages = [
    { data: [aRecord(5, '2025-05-01', 1), aRecord(4, '2024-05-01', 1)], totalCost: 10, nextCursor: '2024-05-01_4' },
    { data: [aRecord(3, '2024-05-01', 1)], totalCost: 10, nextCursor: '2024-05-01_3' },
  ];
  expect(idsOf(withRecord(pages, aRecord(9, '2024-05-01', 1)))).toEqual([[5, 9, 4], [3]]);
  expect(idsOf(withRecord(pages, aRecord(4, '2024-05-01', 2)))).toEqual([[5, 4], [3]]);
  const moved = withRecord(pages, aRecord(5, '2020-05-01', 0.5));
  expect(idsOf(moved)).toEqual([[4], [3]]);
  expect(totalOf(moved)).toEqual([9.5, 9.5]);
  expect(totalOf(withoutRecord(pages, 3))).toEqual([9, 9]);
});
