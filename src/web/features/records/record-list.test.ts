import { expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { withoutRecord, withRecord } from './record-list.ts';
import { commonOperations } from './use-operations.ts';

const aRecord = (id: number, performedOn: string, price: number, operationName = 'Мийка'): ServiceRecord => ({
  id,
  performedOn,
  price,
  operationName,
  partName: '-',
  partCode: '-',
  reading: 10,
});
const none = { data: [], totalCost: 0 };

test('records stand newest first with an exact sum, whatever comes and goes', () => {
  const one = withRecord(
    withRecord(withRecord(none, aRecord(1, '2024-05-01', 0.1)), aRecord(2, '2025-05-01', 0.2)),
    aRecord(3, '2024-05-01', 1),
  );
  expect(one.data.map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(one.totalCost).toBe(1.3);
  const changed = withRecord(one, aRecord(2, '2023-05-01', 0));
  expect(changed.data.map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(withoutRecord(changed, 3)).toEqual({ data: [aRecord(1, '2024-05-01', 0.1), aRecord(2, '2023-05-01', 0)], totalCost: 0.1 });
});

test('suggestions are what was typed most, each once whatever its case', () => {
  const histories = [[aRecord(1, '2024-01-01', 1, 'Шини'), aRecord(2, '2024-01-01', 1, 'Олива')], [aRecord(3, '2024-01-01', 1, 'олива')]];
  expect(commonOperations(histories)).toEqual(['Олива', 'Шини']);
});
