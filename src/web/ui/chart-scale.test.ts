import { expect, test } from 'vitest';
import { scaleTop } from './chart-scale.ts';

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
