import { describe, expect, it, vi } from 'vitest';
import { currencySign, formatDay, formatIban, formatMoment, formatMoney, formatNumber, formatWithUnit } from './format.ts';

/** Replaces both kinds of no-break space that Intl uses with a plain space. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it.each([
    [86.5, 'UAH', 'ua', '86,50 ₴'],
    [86.5, 'USD', 'ua', '86,50 $'],
    [86.5, 'USD', 'en', '$86.50'],
    [1527.85, 'UAH', 'ru', '1 527,85 ₴'],
    [0, 'EUR', 'en', '€0.00'],
  ] as const)('formats %d %s in %s', (amount, currency, language, text) => {
    expect(plain(formatMoney(amount, currency, language))).toBe(text);
  });

  it('returns the currency sign', () => {
    expect(currencySign('UAH', 'ua')).toBe('₴');
    expect(currencySign('PLN', 'en')).toBe('zł');
  });
});

describe('numbers and days', () => {
  it('groups thousands as the language does', () => {
    expect(plain(formatNumber(98_047, 'ua'))).toBe('98 047');
    expect(formatNumber(98_047, 'en')).toBe('98,047');
  });

  it('joins number and unit with a no-break space', () => {
    expect(formatWithUnit(612.5, 'год', 'ua')).toBe('612,5\u00a0год');
  });

  it.each(['ua', 'ru'] as const)('formats a day in %s', (language) => {
    expect(formatDay('2026-06-14', language)).toBe('14.06.2026');
  });

  it('uses the name of the month in English', () => {
    expect(formatDay('2026-06-04', 'en')).toBe('4 Jun 2026');
    expect(formatMoment('2026-06-04T09:05:00', 'en')).toBe('4 Jun 2026, 09:05');
  });

  it.each([
    ['Pacific/Kiritimati', '15.06.2026'],
    ['Pacific/Honolulu', '14.06.2026'],
  ])('formats an instant as a day in the time zone %s', async (zone, text) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { formatDay } = await import('./format.ts');
    expect(formatDay('2026-06-14T12:00:00Z', 'ua')).toBe(text);
    expect(formatDay('2026-06-14', 'ua'), 'a calendar day is the same everywhere').toBe('14.06.2026');
    vi.unstubAllEnvs();
  });
});

it.each([
  ['UA213223130000026007233566001', 'UA21 3223 1300 0002 6007 2335 6600 1'],
  ['NO93 8601 1117947', 'NO93 8601 1117 947'],
  ['ABCD1234', 'ABCD 1234'],
  ['', ''],
])('an IBAN: %s is %s', (iban, shown) => expect(formatIban(iban)).toBe(shown));
