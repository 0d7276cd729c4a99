import { expect, test } from 'vitest';
import { READING_MAX } from './limits.ts';
import { convertDistance } from './units.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('whole miles survive a conversion to kilometres and back', () => {
  const miles = [...range(0, 20_000), ...range(READING_MAX - 20_000, READING_MAX)];
  expect(miles.filter((value) => convertDistance(convertDistance(value, 'km'), 'mi') !== value)).toEqual([]);
});

test('kilometres do not: several are the same number of miles', () => {
  expect([1, 2].map((kilometres) => convertDistance(kilometres, 'mi'))).toEqual([1, 1]);
  expect(convertDistance(98_047, 'mi')).toBe(60_924);
});
