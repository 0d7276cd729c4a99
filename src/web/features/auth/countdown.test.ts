import { expect, test } from 'vitest';
import { clockText, secondsTo } from './countdown.ts';

test('formats minutes and two-digit seconds', () => {
  expect([900, 872, 60, 42, 7, 0].map(clockText)).toEqual(['15:00', '14:32', '1:00', '0:42', '0:07', '0:00']);
});

test('rounds up to whole seconds and never returns less than 0', () => {
  expect(secondsTo(60_000, 0)).toBe(60);
  expect(secondsTo(60_000, 59_001)).toBe(1);
  expect(secondsTo(60_000, 60_000)).toBe(0);
  expect(secondsTo(60_000, 99_000)).toBe(0);
});
