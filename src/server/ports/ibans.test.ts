import { describe, expect, test } from 'vitest';
import { IBAN } from '#tests/support/orders.ts';
import { isIban } from './ibans.ts';

const WRONG_DIGITS = 'UA213223130000026007233566002';

describe('the check digits of an IBAN', () => {
  test.each([
    [IBAN, true],
    ['DE89370400440532013000', true],
    ['PL61109010140000071219812874', true],
    [WRONG_DIGITS, false],
    [IBAN.slice(0, -1), false],
    [`${IBAN}0`, false],
    ['', false],
  ])('of %j are valid: %j', async (iban, isValid) => {
    expect(await isIban(iban)).toBe(isValid);
  });

  test('detect one wrong digit and every swapped pair', async () => {
    for (let place = 4; place < IBAN.length; place += 1) {
      const wrong = String((Number(IBAN[place]) + 1) % 10);
      expect(await isIban(IBAN.slice(0, place) + wrong + IBAN.slice(place + 1)), `digit ${place}`).toBe(false);
      const swapped = IBAN.slice(0, place) + (IBAN[place + 1] ?? '') + IBAN[place] + IBAN.slice(place + 2);
      if (swapped !== IBAN && place + 1 < IBAN.length) expect(await isIban(swapped), `pair ${place}`).toBe(false);
    }
  });
});
