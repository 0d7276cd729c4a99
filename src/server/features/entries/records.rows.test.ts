import { expect, test } from 'vitest';
import { toColumns, toRecord } from './records.rows.ts';

const row = { id: 1, operation_name: 'a', part_name: 'b', part_code: 'c', performed_on: '2026-01-01' };
const text = { operationName: 'a', partName: 'b', partCode: 'c' };

test('stores every amount of cents exactly and reads it back as entered', () => {
  const wrong: number[] = [];
  const amounts = [...Array(100_000).keys(), ...Array.from({ length: 1000 }, (_, n) => 99_999_999_000 + n)];
  for (const cents of amounts) {
    const typed = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    const columns = toColumns({ ...text, price: typed, reading: 0 });
    if (columns.price !== cents || toRecord({ ...row, ...columns }).price !== typed) wrong.push(cents);
  }
  expect(wrong).toEqual([]);
});

test('stores every tenth of a reading exactly and reads it back as entered', () => {
  const wrong: number[] = [];
  for (const tenths of Array(100_000).keys()) {
    const typed = Number(`${Math.floor(tenths / 10)}.${tenths % 10}`);
    const columns = toColumns({ ...text, price: 0, reading: typed });
    if (columns.reading !== tenths || toRecord({ ...row, ...columns }).reading !== typed) wrong.push(tenths);
  }
  expect(wrong).toEqual([]);
});
