import { expect, test } from 'vitest';
import { cubicOf } from './engine-size.ts';

test.each([
  ['1568', 'car', { cubic: 1568, litres: 1.568 }],
  ['1 998', 'car', { cubic: 1998, litres: 1.998 }],
  ['49', 'scooter', { cubic: 49, litres: 0.049 }],
  ['49cc', 'scooter', { cubic: 49, litres: 0.049 }],
  ['1400 см³', 'car', { cubic: 1400, litres: 1.4 }],
  ['1568 cm3', 'car', { cubic: 1568, litres: 1.568 }],
  ['12902', 'truck', { cubic: 12_902, litres: 12.902 }],
  ['1,568', 'car', undefined],
  ['9', 'car', undefined],
  ['12,9', 'truck', undefined],
  ['0', 'car', undefined],
  ['', 'car', undefined],
  ['багато', 'car', undefined],
  ['99999', 'scooter', undefined],
  ['1568', 'bicycle', undefined],
] as const)('%s of a %s', (typed, type, expected) => expect(cubicOf(typed, type)).toEqual(expected));
