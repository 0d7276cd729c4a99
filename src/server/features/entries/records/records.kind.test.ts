import { expect, test } from 'vitest';
import type { Access } from '../../vehicles/vehicle-access.service.ts';
import type { EntryRow } from '../entries.repo.ts';
import { WORK } from './records.kind.ts';

const access = { vehicle: { vehicle_type: 'car', mileage_unit: 'h' }, owner: { currency: 'UAH' } } as Access;
const ROW: EntryRow = {
  id: 1,
  kind: 'work',
  operation_name: 'a',
  part_name: 'b',
  part_code: 'c',
  performed_on: '2026-01-01',
  reading: 0,
  amount: 0,
  currency: 'UAH',
  place: null,
  note: null,
};

test('stores every amount of cents exactly and reads it back as entered', () => {
  const wrong: number[] = [];
  const amounts = [...Array(100_000).keys(), ...Array.from({ length: 1000 }, (_, n) => 99_999_999_000 + n)];
  for (const cents of amounts) {
    const typed = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    const { columns } = WORK.change(access, { price: { amount: typed, currencies: [] } });
    if (columns.amount !== cents || WORK.wire({ ...ROW, ...columns, details: undefined }).price !== typed) wrong.push(cents);
  }
  expect(wrong).toEqual([]);
});

test('stores every tenth of a reading exactly and reads it back as entered', () => {
  const wrong: number[] = [];
  for (const tenths of Array(100_000).keys()) {
    const typed = Number(`${Math.floor(tenths / 10)}.${tenths % 10}`);
    const { columns } = WORK.change(access, { reading: typed });
    if (columns.reading !== tenths || WORK.wire({ ...ROW, ...columns, details: undefined }).reading !== typed) wrong.push(tenths);
  }
  expect(wrong).toEqual([]);
});
