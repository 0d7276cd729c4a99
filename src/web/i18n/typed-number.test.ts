import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { parseNumber } from '#contract/numbers.ts';
import { typedNumber } from './typed-number.ts';

test.each(LANGUAGES)('what is prefilled in %s is read back as the same number', (language) => {
  for (const value of [0, 7, 98_047, 1_000, 9_999_999]) {
    expect(parseNumber(typedNumber(value, language), { decimals: 0, max: 9_999_999 })).toEqual({ ok: true, value });
    expect(parseNumber(typedNumber(value + 0.5, language), { decimals: 1, max: 99_999_999 })).toEqual({ ok: true, value: value + 0.5 });
  }
  for (const value of [0.1, 15.65, 1527.85, 1234, 999_999_999.99])
    expect(parseNumber(typedNumber(value, language, { decimals: 2 }), { decimals: 2, max: 999_999_999.99 })).toEqual({ ok: true, value });
  expect(typedNumber(2026, language, { isGrouped: false })).toBe('2026');
});
