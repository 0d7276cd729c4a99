import { expect, test } from 'vitest';
import { phoneOf } from './phone-check.ts';

test.each([
  ['067 123 45 67', '+380671234567'],
  ['+380 (67) 123-45-67', '+380671234567'],
  ['+48 512 345 678', '+48512345678'],
  ['  ', ''],
])('%j is parsed as %j', async (typed, phone) => {
  expect(await phoneOf(typed)).toBe(phone);
});

test.each(['12', '+380 67 123', '067 123 45 678'])('%j is not a phone number', async (typed) => {
  expect(await phoneOf(typed)).toBeUndefined();
});
