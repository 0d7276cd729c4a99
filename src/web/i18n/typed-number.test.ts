import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { parseNumber } from '#contract/numbers.ts';
import { readingRule } from '#contract/records.ts';
import { vehicleFields } from '#contract/vehicle-input.ts';
import { textsOf } from '#tests/support/texts.ts';
import { formatNumber } from './format.ts';
import { typedNumber } from './typed-number.ts';

test.each(LANGUAGES)('a prefilled number in %s is parsed as the same number', (language) => {
  for (const value of [0, 7, 98_047, 1_000, 9_999_999]) {
    expect(parseNumber(typedNumber(value, language), { decimals: 0, max: 9_999_999 })).toEqual({ ok: true, value });
    expect(parseNumber(typedNumber(value + 0.5, language), { decimals: 1, max: 99_999_999 })).toEqual({ ok: true, value: value + 0.5 });
  }
  for (const value of [0.1, 15.65, 1527.85, 1234, 999_999_999.99])
    expect(parseNumber(typedNumber(value, language, { decimals: 2 }), { decimals: 2, max: 999_999_999.99 })).toEqual({ ok: true, value });
  expect(typedNumber(2026, language, { isGrouped: false })).toBe('2026');
});

test.each(LANGUAGES)('a reading can be typed as pages display it in %s', (language) => {
  const say = textsOf(language);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_990 }), fc.constantFrom('km', 'mi', 'h'), (tenths, unit) => {
      const value = unit === 'h' ? tenths / 10 : Math.floor(tenths / 10);
      const text = say(`vehicles:reading.${unit}`, { count: value, value: formatNumber(value, language, { maximumFractionDigits: 1 }) });
      expect(parseNumber(text, readingRule(unit))).toEqual({ ok: true, value });
    }),
  );
});

test.each(LANGUAGES)('an engine volume can be typed as pages display it in %s', (language) => {
  const say = textsOf(language);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000 }), (millilitres) => {
      const value = millilitres / 1000;
      const text = say('vehicles:details.engineValue', { value: formatNumber(value, language, { useGrouping: false }) });
      expect(vehicleFields.engineVolume.parse(text)).toBe(value);
    }),
  );
});
