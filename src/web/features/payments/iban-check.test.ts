import { describe, expect, it } from 'vitest';
import { isIban } from './iban-check.ts';

describe('an IBAN', () => {
  it.each(['UA213223130000026007233566001', 'ua21 3223 1300 0002 6007 2335 6600 1', 'PL61109010140000071219812874'])(
    '%s is valid',
    async (iban) => {
      expect(await isIban(iban)).toBe(true);
    },
  );

  it.each(['', 'UA223223130000026007233566001', 'UA21322313000002600723356600', 'XX213223130000026007233566001'])(
    '%s is invalid',
    async (iban) => {
      expect(await isIban(iban)).toBe(false);
    },
  );
});
