import { expect, test } from 'vitest';
import { ENGINE_VOLUME_MAX } from '#contract/limits.ts';
import type { VehicleFields } from '#contract/vehicles.ts';
import { toColumns } from './vehicles.rows.ts';

test('every millilitre of an engine volume is stored exactly', () => {
  const fields = { vehicleType: 'car', brand: 'a', model: 'b', year: 2014, color: 'red' } as VehicleFields;
  const wrong: number[] = [];
  for (let millilitres = 0; millilitres <= ENGINE_VOLUME_MAX * 1000; millilitres++) {
    const typed = Number(`${Math.floor(millilitres / 1000)}.${String(millilitres % 1000).padStart(3, '0')}`);
    if (toColumns({ ...fields, engineVolume: typed }).engine_volume !== millilitres) wrong.push(millilitres);
  }
  expect(wrong).toEqual([]);
});
