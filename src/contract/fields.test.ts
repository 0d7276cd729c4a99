import { expect, test, vi } from 'vitest';
import { isStorable, phone, text } from './fields.ts';

test.each([
  ['', true],
  ['Олена 🚗 \u{1f469}\u200d\u{1f527}', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['a\ude97', false],
  ['\ude97\ud83d', false],
])('isStorable(%j) returns %s without String.prototype.isWellFormed', (text, expected) => {
  const native = vi.spyOn(String.prototype, 'isWellFormed').mockImplementation(() => {
    throw new TypeError('isWellFormed is not a function');
  });
  try {
    expect(isStorable(text)).toBe(expected);
  } finally {
    native.mockRestore();
  }
});

test.each([
  ['a direction override', 'exe\u202egpj', 'exegpj'],
  ['isolates and marks', '\u2066Bosch\u2069 \u200e5\u200f\u061c', 'Bosch 5'],
  ['zero-width spaces, soft hyphens and a byte order mark', '\ufeffРе\u00adмонт\u200b\u2060', 'Ремонт'],
  ['joiners of emoji and letters', '\u{1f469}\u200d\u{1f527} \u0646\u200c\u0645', '\u{1f469}\u200d\u{1f527} \u0646\u200c\u0645'],
])('a text with %s keeps what is visible', (_, typed, kept) => {
  expect(text(50).parse(typed)).toBe(kept);
});

test('a phone number copied with direction marks is read', () => {
  expect(phone.parse('\u202a+380 67 123-45-67\u202c')).toBe('+380 67 123-45-67');
});
