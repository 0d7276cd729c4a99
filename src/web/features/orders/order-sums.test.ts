import { expect, test } from 'vitest';
import { amountOf, plainAmount } from './order-sums.ts';

test.each([
  [3, 6, 18],
  [0.1, 3, 0.3],
  [19.99, 7, 139.93],
  [1.15, 3, 3.45],
  [0, 12, 0],
])('%d dollars a month for %i months is %d dollars', (price, months, amount) => expect(amountOf(price, months)).toBe(amount));

test('formats an amount with two decimals and a dot', () => {
  expect(plainAmount(24)).toBe('24.00');
  expect(plainAmount(139.9)).toBe('139.90');
});
