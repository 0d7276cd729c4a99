import { expect, test } from 'vitest';
import { BRAND_MAX } from '#contract/limits.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import knownMakes from './makes.json' with { type: 'json' };
import { suggestionsOf } from './use-makes.ts';

const own = [
  { vehicleType: 'car', brand: 'Škoda', model: 'Octavia' },
  { vehicleType: 'car', brand: 'škoda', model: 'Fabia' },
  { vehicleType: 'boat', brand: 'Silver', model: 'Hawk' },
] as Vehicle[];

test('lists own makes of the type first and once, and the models of the typed make', () => {
  const { makes, models } = suggestionsOf(own, 'car', ' ŠKODA');
  expect(makes[0]).toEqual({ value: 'Škoda' });
  expect(makes.filter(({ value }) => value.toLowerCase() === 'škoda')).toHaveLength(1);
  expect(models).toEqual([{ value: 'Octavia' }, { value: 'Fabia' }]);
  expect(suggestionsOf(own, 'boat', 'Škoda').models).toEqual([]);
});

test.each(VEHICLE_TYPES)('every suggested make of a %s fits the field and is listed once', (type) => {
  const makes = knownMakes[type];
  expect(makes.filter((make) => make.length > BRAND_MAX || make !== make.trim())).toEqual([]);
  expect(new Set(makes.map((make) => make.toLowerCase())).size).toBe(makes.length);
});
