import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFaces } from './faces.ts';
import { wrap } from './wrap.ts';

/** Every character is one wide. */
const measure = (text: string): number => [...text].length;

describe('wrap', () => {
  test.each([
    ['', 10, []],
    ['Шиномонтаж', 10, ['Шиномонтаж']],
    ['Заміна оливи', 7, ['Заміна', 'оливи']],
    ['Заміна  оливи\nта фільтра', 12, ['Заміна оливи', 'та фільтра']],
    ['98\u00a0047\u00a0км', 6, ['98\u00a0047', '\u00a0км']],
    ['OF-5541-AB', 8, ['OF-5541-', 'AB']],
    ['12/2026', 5, ['12/', '2026']],
    ['електроенцефалограф', 8, ['електрое', 'нцефалог', 'раф']],
    ['на електрогенератор', 8, ['на', 'електрог', 'енератор']],
  ])('%j in %i characters', (text, width, lines) => {
    expect(wrap(text, width, measure)).toEqual(lines);
  });

  test('does not separate a letter from its accent', () => {
    const wide = (text: string): number => [...text].filter((character) => !/\p{M}/u.test(character)).length;
    expect(wrap('е\u0301е\u0301е\u0301', 2, wide)).toEqual(['е\u0301е\u0301', 'е\u0301']);
  });

  test('loses no character of any text, and no line is too wide', () => {
    const words = fc.array(fc.stringMatching(/^[А-яҐґЇїA-z0-9/-]{1,30}$/), { maxLength: 20 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (parts, width) => {
        const lines = wrap(parts.join(' '), width, measure);
        expect(lines.join('').replaceAll(' ', '')).toBe(parts.join(''));
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('the font', () => {
  const { text, strong } = openFaces();

  test('has the letters of the three languages, the signs of all currencies and figures of almost equal width', () => {
    const letters = 'АаБбВвГгҐґДдЕеЄєЁёЖжЗзИиІіЇїЙйКкЛлМмНнОоПпРрСсТтУуФфХхЦцЧчШшЩщЪъЫыЬьЭэЮюЯя’ʼ№₴$€£złŠšÄöü–«»“”';
    for (const face of [text, strong]) {
      expect(face.printable(letters)).toBe(letters);
      const widths = [...'0123456789'].map((figure) => face.measure(figure, 10));
      expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.05);
    }
  });

  test('prints every letter with every mark, without the marks for which it has no place', () => {
    const lettersOf = ({ font }: typeof text, word: string): string =>
      font
        .layout(word)
        .glyphs.flatMap(({ codePoints }) => codePoints.map((code) => String.fromCodePoint(code)))
        .join('');
    for (const face of [text, strong]) {
      const all = face.font.characterSet.map((code) => String.fromCodePoint(code));
      const letters = all.filter((character) => /\p{L}/u.test(character));
      const marks = all.filter((character) => /\p{M}/u.test(character));
      expect(marks.length).toBeGreaterThan(20);
      for (const mark of marks) expect(lettersOf(face, letters.join(mark)).replace(/\p{M}/gu, '')).toContain('ЩЪ');
      expect(lettersOf(face, 'за\u0301мок')).toBe('за\u0301мок');
      expect(lettersOf(face, 'A\u0335Ж')).toBe('AЖ');
    }
  });

  test('replaces what it lacks: spaces, hyphens, invisible and other characters, signs of the trade', () => {
    expect(text.printable('a\u202fb\u2009c\u2011d\u200be 漢😀')).toBe('a\u00a0b c-de ??');
    expect(text.printable('⌀12 ∅8 1⅓ ⅛ 20℃ 10⁵ ㎏ ✓ ↔ ½ m²')).toBe('Ø12 Ø8 1 1⁄3 1⁄8 20°C 10^5 kg + <-> ½ m²');
  });
});
