import { expect, test } from 'vitest';
import { folded } from '#contract/folded.ts';
import { BRAND_MAX } from '#contract/limits.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { suggestionsFor } from '../../../ui/combobox-suggestions.ts';
import knownMakes from './makes.json' with { type: 'json' };
import { suggestionsOf } from './use-makes.ts';

const own = [
  { vehicleType: 'car', brand: 'Škoda', model: 'Octavia' },
  { vehicleType: 'car', brand: 'škoda', model: 'Fabia' },
  { vehicleType: 'boat', brand: 'Silver', model: 'Hawk' },
] as Vehicle[];

test('lists own makes of the type first and once, and the models of the typed make', () => {
  const { makes, models } = suggestionsOf(own, 'car', ' SKODA');
  expect(makes[0]).toEqual({ value: 'Škoda' });
  expect(makes.filter(({ value }) => folded(value) === 'skoda')).toHaveLength(1);
  expect(models).toEqual([{ value: 'Octavia' }, { value: 'Fabia' }]);
  expect(suggestionsOf(own, 'boat', 'Škoda').models).toEqual([]);
});

test.each(['sko', 'skoda', 'ŠKO'])('suggests Škoda for %s', (typed) => {
  expect(suggestionsFor(suggestionsOf([], 'car', '').makes, typed)[0]?.value).toBe('Škoda');
});

test.each(VEHICLE_TYPES)('every suggested make of a %s fits the field and is listed once', (type) => {
  const makes = knownMakes[type];
  expect(makes.filter((make) => make.length > BRAND_MAX || make !== make.trim())).toEqual([]);
  expect(new Set(makes.map(folded)).size).toBe(makes.length);
});
