import { expect, test } from 'vitest';
import { ENGINE_VOLUME_MAX, READING_MAX } from '#contract/limits.ts';
import type { VehicleFields } from '#contract/vehicle-input.ts';
import { toTenths } from '../entries/reading.rules.ts';
import { toColumns, toVehicle } from './vehicles.rows.ts';

test('stores every millilitre of an engine volume exactly', () => {
  const fields = { vehicleType: 'car', brand: 'a', model: 'b', year: 2014, color: 'red' } as VehicleFields;
  const wrong: number[] = [];
  for (let millilitres = 0; millilitres <= ENGINE_VOLUME_MAX * 1000; millilitres++) {
    const typed = Number(`${Math.floor(millilitres / 1000)}.${String(millilitres % 1000).padStart(3, '0')}`);
    if (toColumns({ ...fields, engineVolume: typed }).engine_volume !== millilitres) wrong.push(millilitres);
  }
  expect(wrong).toEqual([]);
});

test('stores every tenth of a mileage exactly and reads it back as entered', () => {
  const fields = { vehicleType: 'boat', brand: 'a', model: 'b', year: 2014, color: 'red', mileageUnit: 'h' } as VehicleFields;
  const wrong: number[] = [];
  for (const tenths of [...Array(100_000).keys(), READING_MAX * 10]) {
    const typed = Number(`${Math.floor(tenths / 10)}.${tenths % 10}`);
    const row = { ...toColumns(fields), mileage: toTenths(typed) };
    if (row.mileage !== tenths || toVehicle(row as Parameters<typeof toVehicle>[0]).mileage !== typed) wrong.push(tenths);
  }
  expect(wrong).toEqual([]);
});
