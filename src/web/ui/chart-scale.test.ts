import { expect, test } from 'vitest';
import { scaleAround, scaleTop } from './chart-scale.ts';

test.each([
  [0, 2],
  [0.5, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [41, 60],
  [99, 100],
  [1001, 2000],
])('for a maximum of %d the scale ends at %i', (highest, top) => {
  expect(scaleTop([0, highest])).toBe(top);
});

test.each([
  [[8.6, 10.4], 8, 10],
  [[7.3, 7.3], 7, 8],
  [[0.7, 1.3], 0.5, 1],
  [[41, 44.2], 40, 45],
  [[980, 1_020], 900, 1_000],
  [[0.031, 0.038], 0.03, 0.035],
])('around %j the scale begins at %d', (values, low, middle) => {
  const scale = scaleAround(values);
  expect(scale.low).toBeLessThanOrEqual(Math.min(...values));
  expect(scale.top).toBeGreaterThanOrEqual(Math.max(...values));
  expect([scale.low, (scale.low + scale.top) / 2]).toEqual([expect.closeTo(low, 6), expect.closeTo(middle, 6)]);
});
