import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNumber } from './numbers.ts';

const money = { decimals: 2, max: 999_999_999.99 };
const whole = { decimals: 0, max: 9_999_999, kind: 'reading' } as const;
const tenths = { ...whole, decimals: 1 };
const litres = { decimals: 3, max: 2000, thousands: false, kind: 'volume' } as const;

describe('parseNumber', () => {
  test.each([
    ['15,65', 15.65],
    ['15.65', 15.65],
    ['1565', 1565],
    ['1 565', 1565],
    ['1 093,05 $', 1093.05],
    ['1\u00a0093,05\u00a0₴', 1093.05],
    ['1\u202f234\u202f567,8', 1_234_567.8],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1_234_567],
    ["1'234.50", 1234.5],
    ['₴ 15', 15],
    ['15 грн.', 15],
    ['\u200e15,65\u200b', 15.65],
    ['zł12,5', 12.5],
    ['$ 15 USD', 15],
    [`${' '.repeat(100)}15${' '.repeat(100)}`, 15],
    ['0', 0],
    ['0,50', 0.5],
    [15.65, 15.65],
    ['999999999.99', 999_999_999.99],
  ])('parses %j as %d', (input, value) => {
    expect(parseNumber(input, money)).toEqual({ ok: true, value });
  });

  test.each([
    ['1,234', 'validation.number.ambiguous'],
    ['1.234', 'validation.number.ambiguous'],
    ['999,999 ₴', 'validation.number.ambiguous'],
    ['0,125', 'validation.number.decimals'],
    ['1234,567', 'validation.number.decimals'],
    ['1 234,567', 'validation.number.decimals'],
    ['15 65', 'validation.number.invalid'],
    ['1 2345', 'validation.number.invalid'],
    ['1,2,3', 'validation.number.invalid'],
    ['1.23.456', 'validation.number.invalid'],
    ['12,', 'validation.number.invalid'],
    [',5', 'validation.number.invalid'],
    ['1e3', 'validation.number.invalid'],
    ['0x10', 'validation.number.invalid'],
    ['абв', 'validation.number.invalid'],
    ['₴', 'validation.required'],
    [' ', 'validation.required'],
    ['-5', 'validation.number.negative'],
    ['−5', 'validation.number.negative'],
    ['1000000000', 'validation.number.large'],
    [Number.NaN, 'validation.number.invalid'],
    [-0.5, 'validation.number.negative'],
    [0.001, 'validation.number.decimals'],
    ['1'.repeat(41), 'validation.number.invalid'],
    ['0'.repeat(41), 'validation.number.invalid'],
    ['15 $ $', 'validation.number.invalid'],
  ])('rejects %j with %s', (input, code) => {
    expect(parseNumber(input, money)).toEqual({ ok: false, code });
  });

  test('accepts a whole number with a zero decimal and rejects other decimals', () => {
    expect(parseNumber('98 047,0', whole)).toEqual({ ok: true, value: 98_047 });
    expect(parseNumber('98 047,5', whole)).toEqual({ ok: false, code: 'validation.number.whole' });
  });

  test.each([
    ['98,047', 98_047],
    ['98.047', 98_047],
    ['98 047', 98_047],
    ['1,234,567', 1_234_567],
    ['98,047 km', 98_047],
    ['98\u00a0047\u00a0км', 98_047],
    ['98 047 КМ.', 98_047],
    ['61 miles', 61],
    ['612 мотогод', 612],
    ['5 моточасов', 5],
  ])('parses %j as the reading %d, by the rules for whole numbers and for tenths', (input, value) => {
    for (const rule of [whole, tenths]) expect(parseNumber(input, rule)).toEqual({ ok: true, value });
  });

  test.each([
    ['612,5 год', tenths, 612.5],
    ['1,612.5 h', tenths, 1612.5],
    ['1,9 л', litres, 1.9],
    ['0.125 L', litres, 0.125],
  ])('parses %j with its unit', (input, rule, value) => {
    expect(parseNumber(input, rule)).toEqual({ ok: true, value });
  });

  test.each([
    ['15 км', money, 'validation.number.invalid'],
    ['15 л', whole, 'validation.number.reading'],
    ['15 km km', whole, 'validation.number.reading'],
    ['багато', whole, 'validation.number.reading'],
    ['15 км', litres, 'validation.number.volume'],
    ['98047,123', whole, 'validation.number.whole'],
    ['0,125', whole, 'validation.number.whole'],
  ])('rejects %j with an error that matches the field', (input, rule, code) => {
    expect(parseNumber(input, rule)).toEqual({ ok: false, code });
  });

  test('reads three digits after a separator as decimals of litres', () => {
    expect(parseNumber('1,998', litres)).toEqual({ ok: true, value: 1.998 });
    expect(parseNumber('0.125', litres)).toEqual({ ok: true, value: 0.125 });
  });

  test('parses every amount that Intl formats in the supported languages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom('uk', 'ru', 'en'),
        fc.constantFrom('UAH', 'USD', 'EUR', 'PLN', 'GBP'),
        (cents, language, currency) => {
          const text = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
            cents / 100,
          );
          expect(parseNumber(text, money)).toEqual({ ok: true, value: cents / 100 });
        },
      ),
    );
  });

  test('never throws or returns a number out of range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d ,.'-]{0,12}$/)), (text) => {
        const parsed = parseNumber(text, money);
        if (parsed.ok)
          expect(parsed.value >= 0 && parsed.value <= money.max && Number(parsed.value.toFixed(2)) === parsed.value).toBe(true);
      }),
    );
  });
});
