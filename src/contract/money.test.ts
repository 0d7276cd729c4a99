import { expect, test } from 'vitest';
import { sumOfAmounts } from './money.ts';

test.each([
  [[], 0],
  [[0.1, 0.2], 0.3],
  [[19.99, 19.99, 19.99], 59.97],
  [[100.4, -100.1], 0.3],
])('the sum of %j is %d', (amounts, sum) => expect(sumOfAmounts(amounts)).toBe(sum));
