import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONTHS_MAX } from '#contract/limits.ts';
import {
  checkCharacter,
  isOrderCode,
  normalizeOrderCode,
  ORDER_CODE_LENGTH,
  ORDER_CODE_LETTERS,
  purposeWith,
} from '#contract/order-code.ts';
import { addMonths } from '#contract/periods.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { meantCodes, similarCodes } from './meant-codes.rules.ts';
import { amountDue, stepError } from './orders.rules.ts';

const later = (at: string, months: number): string => new Date(addMonths(Date.parse(at), months)).toISOString();

describe('months of a tariff', () => {
  test.each([
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
    ['2026-01-31T00:00:00.000Z', 3, '2026-04-30T00:00:00.000Z'],
    ['2026-08-31T00:00:00.000Z', 6, '2027-02-28T00:00:00.000Z'],
    ['2026-11-30T12:00:00.000Z', 12, '2027-11-30T12:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', 2, '2027-02-28T23:00:00.000Z'],
    ['2026-03-29T00:30:00.000Z', 7, '2026-10-29T00:30:00.000Z'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(later(from, months)).toBe(to);
  });

  test('are calendar months in UTC and keep the time of day, for any date', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: MONTHS_MAX }), (from, months) => {
        const to = new Date(addMonths(from.getTime(), months));
        expect(to.getUTCFullYear() * 12 + to.getUTCMonth()).toBe(from.getUTCFullYear() * 12 + from.getUTCMonth() + months);
        expect(to.toISOString().slice(11)).toBe(from.toISOString().slice(11));
        expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate());
        const isLastDay = new Date(to.getTime() + 86_400_000).getUTCDate() === 1;
        expect(to.getUTCDate() === from.getUTCDate() || isLastDay).toBe(true);
      }),
    );
  });
});

test('the amount due is the price of all months, in whole cents', () => {
  expect(amountDue(350, 12)).toBe(4200);
  expect(amountDue(1, 3)).toBe(3);
  expect(amountDue(0, 12)).toBe(0);
});

test.each([
  ['processing', 'processing', 'tariffApi.status.sequence'],
  ['processing', 'confirmed', undefined],
  ['processing', 'completed', 'tariffApi.status.sequence'],
  ['confirmed', 'processing', 'tariffApi.status.sequence'],
  ['confirmed', 'confirmed', 'tariffApi.status.sequence'],
  ['confirmed', 'completed', undefined],
  ['completed', 'processing', 'tariffApi.status.completed'],
  ['completed', 'confirmed', 'tariffApi.status.completed'],
  ['completed', 'completed', 'tariffApi.status.completed'],
] as const)('from %s to %s: %s', (current, wanted, error) => {
  expect(stepError(current, wanted)).toBe(error);
});

describe('an order code', () => {
  const code = fc.constant(undefined).map(() => cryptoTokens.newOrderCode());
  const place = fc.integer({ min: 0, max: ORDER_CODE_LENGTH - 1 });

  test('has no character that looks like another one, in Latin or Cyrillic', () => {
    expect(ORDER_CODE_LETTERS).not.toMatch(/[01OIABCEHKMPTXY]/);
    fc.assert(
      fc.property(code, (made) => {
        expect(isOrderCode(made)).toBe(true);
      }),
    );
  });

  test('is invalid with one wrong character', () => {
    fc.assert(
      fc.property(code, place, fc.constantFrom(...ORDER_CODE_LETTERS), (made, at, letter) => {
        fc.pre(made[at] !== letter);
        expect(isOrderCode(made.slice(0, at) + letter + made.slice(at + 1))).toBe(false);
      }),
    );
  });

  test('is invalid with two adjacent characters swapped', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: ORDER_CODE_LENGTH - 2 }), (made, at) => {
        const [a = '', b = ''] = [made[at], made[at + 1]];
        fc.pre(a !== b);
        expect(isOrderCode(made.slice(0, at) + b + a + made.slice(at + 2))).toBe(false);
      }),
    );
  });

  test('may be entered in lower case, with spaces and hyphens', () => {
    const made = `2345678${checkCharacter('2345678')}`;
    expect(normalizeOrderCode(` ${made.slice(0, 4).toLowerCase()}-${made.slice(4)} `)).toBe(made);
  });
});

describe('the codes that a text means', () => {
  test.each([
    ['3SUDJ2Q5', '35UDJ2Q5'],
    ['5UDJ2Q5', '35UDJ2Q5'],
    ['Carnet 35UDJ2Q5', '35UDJ2Q5'],
    ['Оплата тарифу, замовлення №35ud j2q5.', '35UDJ2Q5'],
    ['код:35UD-J2Q5;', '35UDJ2Q5'],
    // Cyrillic З, and О for Q.
    ['З5UDJ2О5', '35UDJ2Q5'],
  ])('%s', (text, code) => {
    expect(meantCodes(text)).toContain(code);
  });

  test('are valid, and few', () => {
    expect(meantCodes('Оплата послуг згідно з рахунком від 12.10.2026, без ПДВ')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const code of [...meantCodes(text), ...similarCodes(text)]) expect(isOrderCode(code)).toBe(true);
      }),
    );
    expect(meantCodes('O0O0O0O0 '.repeat(1_000)).length).toBeLessThan(300);
  });

  test('a code is similar to itself with one wrong character, or with two neighbours swapped', () => {
    const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    fc.assert(
      fc.property(
        fc.constant(undefined).map(() => cryptoTokens.newOrderCode()),
        fc.nat({ max: ORDER_CODE_LENGTH - 1 }),
        letter,
        (code, at, wrong) => {
          expect(similarCodes(code.slice(0, at) + wrong + code.slice(at + 1))).toContain(code);
          expect(
            similarCodes(
              code.slice(0, at) +
                code
                  .slice(at, at + 2)
                  .split('')
                  .reverse()
                  .join('') +
                code.slice(at + 2),
            ),
          ).toContain(code);
        },
      ),
    );
  });
});

test('the payment purpose contains the order code once', () => {
  expect(purposeWith('Оплата тарифу', '7Q4N2R9D')).toBe('Оплата тарифу 7Q4N2R9D');
  expect(purposeWith('Тариф 7Q4N2R9D', '7Q4N2R9D')).toBe('Тариф 7Q4N2R9D');
});
