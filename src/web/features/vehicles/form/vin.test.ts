import { expect, test } from 'vitest';
import { checkDigitOf, isVinSuspicious } from './vin.ts';

test('computes the check digit of known VINs', () => {
  expect(checkDigitOf('1M8GDM9AXKP042788')).toBe('X');
  expect(checkDigitOf('11111111111111111')).toBe('1');
  expect(checkDigitOf('5GZCZ43D13S812715')).toBe('1');
});

test('doubts only VINs of regions where the check digit is mandatory', () => {
  expect(isVinSuspicious('1M8GDM9AXKP042788')).toBe(false);
  expect(isVinSuspicious('1M8GDM9A1KP042788')).toBe(true);
  expect(isVinSuspicious('TMBZZZ5E0HARNET01')).toBe(false);
});
