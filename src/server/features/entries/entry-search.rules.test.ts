import { describe, expect, test } from 'vitest';
import { searchTest } from './entry-search.rules.ts';
import type { MixedLine } from './mixed-lines.service.ts';

const row = (change: Partial<MixedLine & { kind: 'work' }> = {}): MixedLine => ({
  id: 1,
  kind: 'work',
  details: undefined,
  place: null,
  note: null,
  performed_on: '2026-09-01',
  currency: 'UAH',
  reading: 1_050_005,
  amount: 198_050,
  operation_name: 'Заміна оливи і фільтра',
  part_name: 'Фільтр Škoda W 712/95',
  part_code: 'ОС 90 OF-5541',
  ...change,
});

describe('a search of entries', () => {
  test.each([
    ['words in any order', 'ФІЛЬТР заміна'],
    ['a letter without its mark', 'skoda'],
    ['a letter with a mark', 'škodá'],
    ['a code without its spaces and signs', 'W71295'],
    ['the beginning of a code in the name of the part', 'w712'],
    ['a code without its hyphen', 'OF5541'],
    ['a code with other spaces', 'o f 5541'],
    ['a code with another dash', 'of–5541'],
    ['a code in Latin letters for Cyrillic ones', 'oc90'],
    ['a day', '01.09.2026'],
    ['a day without zeros', '1.9.2026'],
    ['a day with slashes', '1/9/2026'],
    ['a day with the year first', '2026-09-01'],
    ['a month', '09.2026'],
    ['a month with the year first', '2026-09'],
    ['a year and a word', '2026 олив'],
    ['a price', '1980,50'],
    ['a price with spaces and a sign', '1 980.50 ₴'],
    ['the whole part of a price', '1980'],
    ['a reading', '105000,5'],
    ['the whole part of a reading, with spaces and a unit', '105 000 км'],
    ['a word and a price', 'олив 1980'],
  ])('finds by %s', (_, q) => expect(searchTest(q)(row())).toBe(true));

  test.each([
    ['another word', 'гальма'],
    ['one word of two', 'заміна гальм'],
    ['a part of a number', '980'],
    ['another price', '1980,51'],
    ['a day of another month', '01.10.2026'],
    ['a month alone', '09.01'],
    ['letters across two words of the name', 'миі'],
    ['a dash', '-'],
  ])('does not find by %s', (_, q) => expect(searchTest(q)(row({ part_code: 'OF5541' }))).toBe(false));

  test('does not find an unknown reading as 0', () => {
    expect(searchTest('0')(row({ reading: 0, amount: 100, part_code: 'x', part_name: 'x' }))).toBe(false);
  });
});
