import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

/** The weights of Geologica in a report. It is heavy: 300 looks like the regular weight of other fonts. */
const FILES = {
  text: '300Light/Geologica_300Light.ttf',
  strong: '500Medium/Geologica_500Medium.ttf',
} as const;
export type FaceName = keyof typeof FILES;

export interface Face {
  font: Font;
  /** Width of a text in points, without kerning. */
  measure(text: string, size: number): number;
  /** The text with only characters that the font has. */
  printable(text: string): string;
}

export type Faces = Record<FaceName, Face>;

/** Tabular figures, for numbers in columns. Contextual alternates would take half of the layout time and change nothing here. */
const FEATURES = { tnum: true, calt: false };
const { resolve } = createRequire(import.meta.url);

export const openFaces = (): Faces => ({ text: openFace(FILES.text), strong: openFace(FILES.strong) });

function openFace(file: string): Face {
  const font = openSync(resolve(`@expo-google-fonts/geologica/${file}`));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  const layout = font.layout.bind(font);
  font.layout = (text) => {
    try {
      return layout(text, FEATURES);
    } catch {
      // The font has no anchor for a mark on its letter, so fontkit throws (its issue 367).
      return layout(text.normalize('NFC').replace(/\p{M}/gu, ''), FEATURES);
    }
  };
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    const width = widths.get(character) ?? font.layout(character).advanceWidth / font.unitsPerEm;
    widths.set(character, width);
    return width;
  };
  return {
    font,
    measure(text, size) {
      let width = 0;
      for (const character of text) width += widthOf(character);
      return width * size;
    },
    printable: (text) =>
      text.replace(/[^\x20-\x7eА-яЁёІіЇїЄєҐґ]/gu, (character, offset: number) => substitute(font, character, text[offset - 1])),
  };
}

/** Signs without a plain form in Unicode. */
const PLAIN: Record<string, string> = { '⌀': 'Ø', '∅': 'Ø', '↔': '<->', '✓': '+', '✔': '+' };

/**
 * The character, or what stands for it if the font lacks it: a space, a hyphen, nothing for invisible characters, its plain form (°C for
 * the sign of degrees, 1/3, ^5), or a question mark.
 */
function substitute(font: Font, character: string, before = ''): string {
  const has = (one: string): boolean => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0);
  if (has(character)) return character;
  if (/\s/u.test(character)) return /[\u202f\u2007]/u.test(character) ? '\u00a0' : ' ';
  if (/\p{Pd}/u.test(character)) return '-';
  if (/[\p{C}\p{M}]/u.test(character)) return '';
  const plain = PLAIN[character] ?? (/[⁰⁴-⁹]/u.test(character) ? '^' : '') + character.normalize('NFKC');
  if (![...plain].every(has)) return '?';
  // 1⅓ is not 11/3.
  return /\d/u.test(before) && /^\d/u.test(plain) ? ` ${plain}` : plain;
}
